import type { Exchange } from '../../conformance/exchange.ts'
import { MOMENT } from './clock.ts'
import { answeredValue, awaitedValue, STATE } from './key.ts'
import { posixWord } from './posix.ts'
import type { ReadSeries } from './steps.ts'
import { memberText } from './test.ts'

/** Milliseconds. A move of a day belongs to what comes next, and would end the token of the script. */
const MOST_MOVED = 30_000
const LEAST_TURNS = 30
const MOST_TURNS = 200

/** Says whether an answer shows the state of a quote. */
export const isState = (exchange: Exchange): boolean =>
  exchange.operation === 'status' && typeof answeredValue(exchange, STATE) === 'string'

/** The shell condition that an answer shows the same state as in the run, or the same status code if it has none. */
export function reached(exchange: Exchange): string {
  const key = awaitedValue(exchange)
  return isState(exchange)
    ? `[ "$(member ${STATE})" = ${posixWord([{ text: memberText(key) }])} ]`
    : `[ "$(status)" = ${key} ]`
}

/** Commands that read until the answer shows the same as in the run. */
export function waitCommands(
  exchange: Exchange,
  row: ReadSeries,
  request: readonly string[],
): readonly string[] {
  const key = awaitedValue(exchange)
  const most = Math.min(Math.max(LEAST_TURNS, 2 * row.reads), MOST_TURNS)
  return [
    'turn=0',
    'while :; do',
    ...request.map((line) => `  ${line}`),
    `  ${reached(exchange)} && break`,
    '  turn=$((turn + 1))',
    `  [ "$turn" -lt ${most} ] || ${notReached(key)}`,
    `  pass ${Math.min(row.moved ?? MOMENT, MOST_MOVED)}`,
    'done',
    `say ${posixWord([{ text: `${exchange.operation}: ${key}` }])}`,
  ]
}

/** The command that ends a script whose platform did not reach the state in which the run found the breach. */
export const notReached = (key: string | number | undefined): string =>
  `give_up ${posixWord([{ text: `it did not reach ${key}, as in the run` }])}`
