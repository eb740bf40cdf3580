import type { DrawnCell } from '../documents.ts'
import { el, scrollingTable } from './dom.ts'
import { data } from './store.ts'

/** Shows which document is available in which state: the expected and the observed answers. */
export function documents() {
  const rows = data.documents ?? []
  const states = rows[0]?.cells.map(({ state }) => state) ?? []
  return [
    el(
      'p',
      {},
      'Each cell shows what the contract expects and what the platform answered while the quote was in that state.',
    ),
    scrollingTable(
      'Documents by state',
      ['document', ...states],
      rows.map(({ name, cells }) => [name, ...cells.map(matrixCell)]),
    ),
    el(
      'ul',
      { class: 'legend cells' },
      ...[
        ['passed', 'as expected'],
        ['failed', 'otherwise'],
        ['observed', 'not stated, and seen'],
        ['not-exercised', 'not seen'],
      ].map(([style, words]) => el('li', { class: style }, words)),
    ),
  ]
}

function matrixCell({ requirement, statuses, also, expect, seen }: DrawnCell) {
  const verdict = data.requirements.find(({ id }) => id === requirement)?.verdict ?? 'not-exercised'
  const answers = seen.map(({ answer, times }) => `${answer} ${times}×`).join(', ')
  const expected = expect === 'open' ? 'not stated' : statuses
  return el(
    'td',
    { class: `cell ${verdict}` },
    el('span', { class: 'expected' }, `expected ${expected}`),
    also !== undefined && el('span', { class: 'also' }, `or ${also}`),
    el('span', { class: 'seen' }, answers === '' ? 'not seen' : `seen ${answers}`),
    requirement === undefined
      ? verdict
      : el(
          'a',
          { href: `#${encodeURIComponent(requirement)}`, 'aria-label': `${verdict}: ${requirement}` },
          verdict,
        ),
  )
}
