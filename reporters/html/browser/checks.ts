import { count } from '../../prose.ts'
import type { PageCheck, PageRequirement } from '../data.ts'
import { el, verdictBadge } from './dom.ts'
import { exchangeList } from './exchange.ts'
import { data, unpackChecks } from './store.ts'

/** Adds the checks of a requirement once they are unpacked. */
export async function fillChecks(
  place: HTMLElement,
  index: number,
  { findings = [], verdict }: PageRequirement,
) {
  const packed = await unpackChecks(index)
  place.removeAttribute('aria-busy')
  if (packed === undefined) {
    place.append(
      el('p', { class: 'none' }, 'This page has no room for these checks; results.jsonl has them.'),
    )
    return
  }
  if (packed.length === 0) return
  const order = ['failed', 'warned', 'not-exercised', 'passed', 'observed']
  const checks = packed.toSorted(([, one], [, other]) => order.indexOf(one) - order.indexOf(other))
  place.append(el('h4', {}, count(checks.length, 'check')))
  const breaching = verdict === 'failed' || verdict === 'warned'
  place.append(...checks.slice(0, 200).map((check, at) => checkOf(check, findings, breaching && at === 0)))
  if (checks.length > 200) place.append(el('p', {}, `and ${count(checks.length - 200, 'more check')}`))
}

/** One check, collapsed, with the exchanges that it rests on. */
function checkOf(
  [scenario, outcome, message, ms, name, ids]: PageCheck,
  findings: NonNullable<PageRequirement['findings']>,
  open: boolean,
) {
  const own = findings.filter((finding) => finding.scenario === scenario)
  const details = el(
    'details',
    { class: 'check' },
    el(
      'summary',
      {},
      verdictBadge(outcome),
      ' ',
      el('code', {}, name),
      ` ${message}`,
      ms > 0 && ` (${ms} ms)`,
    ),
  )
  details.addEventListener('toggle', async () => {
    if (!details.open || details.childElementCount > 1) return
    const title = data.scenarios[scenario]?.title ?? ''
    const note = el('p', {}, title)
    details.append(note)
    details.append(await exchangeList(scenario, ids.length === 0 ? undefined : ids, own))
  })
  details.open = open
  return details
}
