import { stands as isRight } from './alarms.ts'
import { isKill, type Judged } from './journal.ts'
import { stands as isKilled } from './kills.ts'

/** The number of platforms between two lines where a line cannot be updated in place, as in the log of a nightly run. */
const BETWEEN_LINES = 50

/** Returns a function that shows the progress of a proof, and each problem at once. */
export function progressOn(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): (what: Judged, done: number, of: number) => void {
  return (what, done, of) => {
    const wrong = wrongOf(what)
    if (wrong !== undefined) stream.write(`${stream.isTTY ? '\r' : ''}${wrong}\n`)
    const far = `${done} of ${of} platforms`
    if (stream.isTTY) stream.write(`\r${far}${done === of ? '\n' : ''}`)
    else if (done % BETWEEN_LINES === 0 || done === of) stream.write(`${far}\n`)
  }
}

function wrongOf(what: Judged): string | undefined {
  if (isKill(what)) {
    if (isKilled(what)) return undefined
    const { mutant, missed, undeclared, broken } = what
    return `${mutant}: ${summaryOf({ 'not seen by': missed, 'seen by': undeclared }, broken)}`
  }
  if (isRight(what)) return undefined
  const { variants, falseAlarms, cutOff, broken } = what
  const wronged = { 'wronged by': Object.keys(falseAlarms), 'cut off': Object.keys(cutOff) }
  return `${variants.join(' + ') || 'the standard platform'}: ${summaryOf(wronged, broken)}`
}

function summaryOf(lists: Readonly<Record<string, readonly string[]>>, broken: string | undefined): string {
  const parts = Object.entries(lists).flatMap(([word, ids]) =>
    ids.length === 0 ? [] : [`${word} ${ids.join(', ')}`],
  )
  return [...parts, ...(broken === undefined ? [] : [broken])].join('; ')
}
