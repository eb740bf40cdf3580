import { failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { statusIn, type Thing } from '../../vocabulary/operator/shown.ts'
import { type Snapshot, whenShown } from '../../vocabulary/operator/step.ts'

/** Judges that a portal shows the wanted status word. Other capital letters are observed, not failed. */
export function statusWord(snapshot: Snapshot, wanted: string, thing: Thing): Verdict {
  return whenShown(snapshot, (shown, exchange) => {
    const word = statusIn(shown, thing)
    if (word === wanted) return passed()
    return word?.toLowerCase() === wanted
      ? observed(`the status is written ${word}`)
      : failed(finding(exchange, `the status ${wanted}`, word ?? 'no status', 'status'))
  })
}
