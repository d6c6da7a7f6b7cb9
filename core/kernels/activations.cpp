// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/activations.h"

#include "core/kernels/fast_math.h"
#include "core/kernels/loops.h"
#include "core/util/vector_clones.h"

namespace recscope::kernels {

namespace {

RECSCOPE_VECTOR_CLONES
void geluLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        // erf by Abramowitz & Stegun 7.1.26, |error| <= 1.5e-7
        const float v = x[i] + bias[i];
        const float a = __builtin_fabsf(v) * 0.70710678F;
        const float t = 1.0F / (1.0F + 0.3275911F * a);
        const float e = fastExp(-a * a);
        float p = 1.061405429F;
        p = p * t - 1.453152027F;
        p = p * t + 1.421413741F;
        p = p * t - 0.284496736F;
        p = p * t + 0.254829592F;
        const float tail = 0.5F * p * t * e;  // 1 - Phi(|v|), with Phi the CDF of the normal distribution
        const float phi = 0.5F + __builtin_copysignf(0.5F - tail, v);
        x[i] = v * phi;
        slope[i] = phi + v * 0.39894228F * e;
    }
}

RECSCOPE_VECTOR_CLONES
void geluTanhLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = x[i] + bias[i];
        const float inner = 0.79788456F * (v + 0.044715F * v * v * v);
        const float e = fastExp(-2.0F * __builtin_fabsf(inner));
        const float tanh = __builtin_copysignf((1.0F - e) / (1.0F + e), inner);
        x[i] = 0.5F * v * (1.0F + tanh);
        slope[i] = 0.5F * (1.0F + tanh) + 0.5F * v * (1.0F - tanh * tanh) * 0.79788456F * (1.0F + 0.134145F * v * v);
    }
}

RECSCOPE_VECTOR_CLONES
void reluLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = x[i] + bias[i];
        slope[i] = v > 0 ? 1.0F : 0.0F;
        x[i] = v > 0 ? v : 0.0F;
    }
}

RECSCOPE_VECTOR_CLONES
void siluLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float v = x[i] + bias[i];
        const float gate = fastSigmoid(v);
        x[i] = v * gate;
        slope[i] = gate + v * gate * (1.0F - gate);
    }
}

RECSCOPE_VECTOR_CLONES
void sigmoidLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float gate = fastSigmoid(x[i] + bias[i]);
        x[i] = gate;
        slope[i] = gate * (1.0F - gate);
    }
}

RECSCOPE_VECTOR_CLONES
void tanhLoop(float* __restrict x, const float* __restrict bias, float* __restrict slope, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float value = fastTanh(x[i] + bias[i]);
        x[i] = value;
        slope[i] = 1.0F - value * value;
    }
}

}  // namespace

void activate(Activation kind, const Matrix& x, const float* bias, float* slope, bool savesSlopes) {
    if (kind == Activation::None) {
        addToRows(x, bias);
        return;
    }
    for (std::int64_t r = 0; r < x.rows; ++r) {
        float* const slopes = savesSlopes ? slope + r * x.columns : slope;
        switch (kind) {
            case Activation::None:
                break;
            case Activation::Relu:
                reluLoop(x.row(r), bias, slopes, x.columns);
                break;
            case Activation::Gelu:
                geluLoop(x.row(r), bias, slopes, x.columns);
                break;
            case Activation::GeluTanh:
                geluTanhLoop(x.row(r), bias, slopes, x.columns);
                break;
            case Activation::Silu:
                siluLoop(x.row(r), bias, slopes, x.columns);
                break;
            case Activation::Sigmoid:
                sigmoidLoop(x.row(r), bias, slopes, x.columns);
                break;
            case Activation::Tanh:
                tanhLoop(x.row(r), bias, slopes, x.columns);
                break;
        }
    }
}

}  // namespace recscope::kernels
