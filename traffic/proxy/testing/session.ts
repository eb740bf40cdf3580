import { loadSpec } from '../../../spec/index.ts'
import type { TrafficLine } from '../../recording/index.ts'
import type { Breach } from '../judging/breach.ts'
import { JudgingSession } from '../judging/session.ts'
import type { Passed } from '../record/passed.ts'
import { PLATFORM, passing, SECRETS } from './passed.ts'

const spec = await loadSpec()
export const SESSION_QUOTE = '3f1c2b9a-8d7e-4c6b-9a5f-0e1d2c3b4a59'

/** A session of the proxy that judges what a test gives it. */
export function sessionOf(
  whole: readonly ('requests' | 'deliveries' | 'operator')[] = [],
  platform: typeof PLATFORM = PLATFORM,
) {
  const breaches: Breach[] = []
  const lines: TrafficLine[] = []
  const session = new JudgingSession(
    { platform, secrets: Object.values(SECRETS), whole, file: '' },
    {
      spec,
      file: { add: (line) => lines.push(line), flush: () => undefined, close: () => undefined },
      breached: (one) => breaches.push(one),
    },
  )
  const judge = (all: readonly Passed[]) => {
    for (const one of all) session.take(one)
    for (const subject of session.due()) session.judge(subject)
    return breaches.map(({ requirement }) => requirement)
  }
  return { session, breaches, lines, judge }
}

/** A read of the quote's status. */
export const read = (state: string, more: Partial<Passed> = {}): Passed =>
  passing({
    target: `/api/status/${SESSION_QUOTE}`,
    json: { status: 'success', data: { quote_id: SESSION_QUOTE, quote_status: state } },
    ...more,
  })

export const bind = (status = 202): Passed =>
  passing({
    method: 'PUT',
    target: `/api/bind/${SESSION_QUOTE}`,
    sent: '{}',
    status,
    json: { status: 'accepted', data: { id: SESSION_QUOTE } },
  })
