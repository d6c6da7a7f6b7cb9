# SPDX-License-Identifier: GPL-3.0-or-later
# embed_text(OUT_VAR FUNCTION FILES...): generates a .cpp that contains the text of FILES, for resources of code without Qt,
# and sets OUT_VAR to its path. The .cpp defines
#   namespace recscope { std::vector<std::pair<std::string, std::string>> FUNCTION(); }
# which returns one (file name, text) per file, in the order of FILES. If EMBED_BASE is set, names are relative to that folder.
function(embed_text out_var function)
  set(body "#include <string>\n#include <utility>\n#include <vector>\n\nnamespace recscope {\n\n")
  string(APPEND body "std::vector<std::pair<std::string, std::string>> ${function}();\n")
  string(APPEND body "std::vector<std::pair<std::string, std::string>> ${function}() {\n    return {\n")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME)
    if(EMBED_BASE)
      file(RELATIVE_PATH name ${EMBED_BASE} ${file})
    endif()
    string(APPEND body "        {\"${name}\", R\"__text__(${text})__text__\"},\n")
  endforeach()
  string(APPEND body "    };\n}\n\n}  // namespace recscope\n")
  set(path ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(CONFIGURE OUTPUT ${path} CONTENT "${body}" @ONLY)
  set(${out_var} ${path} PARENT_SCOPE)
endfunction()
