/** Makes structured inputs of the bytes that the fuzzer mutates. */
package dev.mayfly.fuzz.input;
