# SPDX-License-Identifier: GPL-3.0-or-later
# embed_catalogues(OUT_VAR FILES...): compiles gettext's .po FILES to .mo with msgfmt, generates a .cpp that contains the
# results, and sets OUT_VAR to its path. The .cpp defines
#   namespace recscope { const std::vector<std::pair<std::string, std::string_view>>& messageCatalogues(); }
# which returns one (language code, contents of the .mo file) per file.
find_program(MSGFMT msgfmt REQUIRED)

function(embed_catalogues out_var)
  set(body "#include <string>\n#include <string_view>\n#include <utility>\n#include <vector>\n\n")
  set(entries "")
  set(catalogues "")
  foreach(file ${ARGN})
    get_filename_component(code ${file} NAME_WE)
    set(catalogue ${CMAKE_CURRENT_BINARY_DIR}/${code}.mo)
    add_custom_command(OUTPUT ${catalogue} COMMAND ${MSGFMT} --output-file=${catalogue} ${file} DEPENDS ${file}
      COMMENT "Compiling the catalogue ${code}" VERBATIM)
    list(APPEND catalogues ${catalogue})
    # The assembler includes the file, because the compiler needs seconds for a literal of this size.
    string(APPEND body "asm(\".pushsection .rodata\\n\"\n"
      "    \"recscope_messages_${code}:\\n\"\n"
      "    \".incbin \\\"${catalogue}\\\"\\n\"\n"
      "    \"recscope_messages_${code}_end:\\n\"\n"
      "    \".popsection\\n\");\n"
      "extern const char begin_${code}[] asm(\"recscope_messages_${code}\");\n"
      "extern const char end_${code}[] asm(\"recscope_messages_${code}_end\");\n\n")
    string(APPEND entries
      "        {\"${code}\", std::string_view(begin_${code}, std::size_t(end_${code} - begin_${code}))},\n")
  endforeach()
  string(APPEND body "namespace recscope {\n\n"
    "using Catalogues = std::vector<std::pair<std::string, std::string_view>>;\n\n"
    "const Catalogues& messageCatalogues();\n"
    "const Catalogues& messageCatalogues() {\n"
    "    static const Catalogues all = {\n${entries}    };\n    return all;\n}\n\n}  // namespace recscope\n")
  set(path ${CMAKE_CURRENT_BINARY_DIR}/message_catalogues.cpp)
  file(CONFIGURE OUTPUT ${path} CONTENT "${body}" @ONLY)
  set_source_files_properties(${path} PROPERTIES OBJECT_DEPENDS "${catalogues}" SKIP_UNITY_BUILD_INCLUSION ON
    SKIP_PRECOMPILE_HEADERS ON)
  set(${out_var} ${path} PARENT_SCOPE)
endfunction()
