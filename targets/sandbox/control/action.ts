import type { Given } from '../office/refusal.ts'
import type { Platform } from '../platform.ts'

/**
 * Carries out a command of an operator and returns its answer, as JSON.
 *
 * @param given the values in the path and the body
 * @throws Refusal
 */
export type Action = (given: Given, platform: Platform) => object | Promise<object>
