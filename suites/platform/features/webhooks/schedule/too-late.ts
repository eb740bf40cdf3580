import type { ScriptedAnswer } from '../../../../../conformance/ports/webhooks.ts'

/** The deadline of a delivery (8, R26), and how long after an attempt a late answer comes, in milliseconds. */
const [outlastsMs, delayMs] = [8000, 9000]

/** Responses to an attempt that fail it by its deadline. */
export const SILENCE: ScriptedAnswer = { kind: 'silence', outlastsMs }
export const LATE: ScriptedAnswer = { kind: 'answer', status: 200, delayMs, outlastsMs }
