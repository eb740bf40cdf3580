import { printable, shorten } from '../printable.ts'
import type { ReproducibleBreach } from './choose.ts'
import { MOMENT } from './clock.ts'
import { awaitedValue, STATE } from './key.ts'
import { quoteVariable } from './known.ts'
import { type PosixPiece, posixWord } from './posix.ts'
import type { ScriptStep } from './steps.ts'
import { isAboutKey, isOfLeftState, memberText, type Test } from './test.ts'
import { isState, notReached, reached } from './wait.ts'

const LONGEST = 600
/**
 * The largest number of reads during which a breach must last. Half the time of the run is enough, since platforms differ in
 * speed.
 */
const MOST_STEADY = 60
const MOST_READS = 200
/** A step in milliseconds that is short enough to miss no state of a quote. */
const SMALL_STEP = 500
const FEWEST_READS = 5

/**
 * Commands that send the request with the breach and print the expected answer, that of the run and the new one. They end the
 * script.
 */
export function showCommands(
  { finding, test, chain, shown }: ReproducibleBreach,
  { row }: ScriptStep,
  request: readonly string[],
): readonly string[] {
  const { at, expected, observed } = finding
  const place = at === undefined ? '' : ` at ${at}`
  return [
    `breach() { ${condition(test, idOf(shown, chain))}; }`,
    ...(row === undefined ? request : reading(row, request, test, shown)),
    `say ${posixWord([{ text: `expected: ${short(expected)}` }])}`,
    `say ${posixWord([{ text: `the run:  ${short(observed)}${short(place)}` }])}`,
    `say "now:      $(status), ${placeNow(test)}"`,
    // A token must not be printed on the screen.
    ...(shown.operation === 'token'
      ? []
      : [`say "$(dd if="$work/body" bs=1 count=${LONGEST} 2> /dev/null)"`]),
    'if breach; then',
    "  say 'the breach shows'",
    '  exit 1',
    'fi',
    "say 'the breach does not show'",
    'exit 0',
  ]
}

function idOf(
  { quoteId = '' }: ReproducibleBreach['shown'],
  { quotes }: ReproducibleBreach['chain'],
): string {
  return quotes.includes(quoteId)
    ? `"string \\"$${quoteVariable(quoteId, quotes)}\\""`
    : quoted(memberText(quoteId))
}

const short = (text: string): string => printable(shorten(text, LONGEST))

/** @param own the id of the requested quote, as a shell word */
function condition(test: Test, own: string): string {
  switch (test.kind) {
    case 'status':
      return `[ "$(status)" = ${test.status} ]`
    case 'header':
      return `[ "$(header ${test.name})" = ${quoted(test.value)} ]`
    case 'body':
      return `[ "$(body_kind)" = ${quoted(test.is)} ]`
    case 'member':
      return `${test.form ? 'same_form' : 'same'} "$(member ${quoted(test.pointer)})" ${quoted(test.value)}`
    case 'differs': {
      const differs = `! same "$(place ${quoted(test.at)})" ${test.from === 'standard' ? '"$standard"' : own}`
      return isOfLeftState(test) ? `${STATE_IS_READ} && ${differs}` : differs
    }
  }
}

function placeNow(test: Test): string {
  switch (test.kind) {
    case 'status':
      return '$(body_kind)'
    case 'header':
      return `${test.name}: $(header ${test.name})`
    case 'body':
      return '$(body_kind)'
    case 'member':
      return `$(member ${quoted(test.pointer)})`
    case 'differs':
      return `$(place ${quoted(test.at)})`
  }
}

/** True where the answer contains a state. Any other answer also differs from a state, but says nothing about it. */
const STATE_IS_READ = `case $(place ${posixWord([{ text: STATE }])}) in string*) ;; *) false ;; esac`

const quoted = (text: string): string => posixWord([{ text }] satisfies PosixPiece[])

/**
 * Reads again until the breach shows and lasts as long as it did in the run. A place other than the state is checked only while
 * the answer shows the same state as in the run.
 */
function reading(
  { reads, moved, steadyMs }: NonNullable<ScriptStep['row']>,
  request: readonly string[],
  test: Test,
  shown: ReproducibleBreach['shown'],
): readonly string[] {
  // A single read that is not about the state stays a single read.
  if (reads === 1 && !isAboutKey(test) && !isState(shown)) return request
  const step = moved === undefined ? MOMENT : Math.min(moved, SMALL_STEP)
  const steady = Math.min(Math.ceil(steadyMs / step / 2), MOST_STEADY)
  const wanted = Math.ceil((2 * reads * (moved ?? step)) / step)
  const most = Math.min(Math.max(FEWEST_READS, wanted) + steady, MOST_READS)
  const asserting = isAboutKey(test)
    ? [
        'if breach; then',
        `  [ "$lasted" -lt ${steady} ] || break`,
        '  lasted=$((lasted + 1))',
        'elif [ "$lasted" -gt 0 ]; then break',
        'fi',
      ]
    : [
        `if ${reached(shown)}; then`,
        `  ! breach && [ "$lasted" -lt ${steady} ] || break`,
        '  lasted=$((lasted + 1))',
        'fi',
      ]
  const again = ['turn=$((turn + 1))', `[ "$turn" -lt ${most} ] || break`, `pass ${step}`]
  const body = [...request, ...asserting, ...again].map((line) => `  ${line}`)
  const missed = isOfLeftState(test)
    ? [`${STATE_IS_READ} || give_up 'its state could not be read'`]
    : isAboutKey(test) || !isState(shown)
      ? []
      : [`${reached(shown)} || ${notReached(awaitedValue(shown))}`]
  return ['turn=0', 'lasted=0', 'while :; do', ...body, 'done', ...missed]
}
