import { count } from '../../prose.ts'
import type { PageRequirement } from '../data.ts'
import { causeList } from './causes.ts'
import { el, scrollingTable } from './dom.ts'
import { data } from './store.ts'
import { trend } from './trend.ts'

export const verdictKeys: readonly (readonly [
  verdict: PageRequirement['verdict'],
  key: keyof typeof data.summary,
])[] = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['observed', 'observed'],
  ['not-exercised', 'notExercised'],
]

/** Shows the verdict, key figures, and everything that breaks the contract. */
export function overview() {
  const { suite, target, verdict, word, reason, startedAt, finishedAt, seed, kind, filtered } = data
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)
  const facts = [
    ['target', `${target.name} (${target.environment})`],
    ['address', target.baseUrl],
    ['judged by', `${target.apiVersion}, ${suite.name} ${suite.version}`],
    ['side', kind],
    ['started', startedAt],
    ['took', `${seconds} s, ${count(data.scenarios.length, 'scenario')}, ${count(exchanges(), 'exchange')}`],
    ['seed', seed],
    ...(filtered ? [['selection', 'a selection or a shard left something out']] : []),
  ]
  return [
    el(
      'div',
      { class: `verdict ${verdictClass(verdict)}` },
      el('p', { class: 'word' }, word),
      el('p', {}, reason),
    ),
    el(
      'ul',
      { class: 'figures' },
      ...verdictKeys.map(([outcome, key]) =>
        el(
          'li',
          { class: outcome },
          el(
            'a',
            { href: `#/requirements?verdict=${outcome}` },
            el('strong', {}, data.summary[key]),
            ' ',
            outcome,
          ),
        ),
      ),
    ),
    ...causeList('failed', 'What fails'),
    ...causeList('warned', 'What only warns'),
    ...trend(),
    el('h3', {}, 'By section'),
    sectionTable(),
    el('h3', {}, 'This run'),
    el(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
    ),
  ]
}

/** Not green over a section of which nothing was judged, nor where something is missing that had to be judged. */
function verdictClass(verdict: typeof data.verdict) {
  const { judged, required } = data
  const isShort = judged.nothingOf.length > 0 || (required?.notExercised.length ?? 0) > 0
  return verdict === 'conformant' && isShort ? 'partial' : verdict
}

function exchanges() {
  return data.scenarios.reduce((sum, scenario) => sum + scenario.exchanges, 0)
}

function sectionTable() {
  const rows = data.sections.map(({ number, title }) => {
    const members = data.requirements.filter(({ section }) => section === number)
    const cells = verdictKeys.map(([outcome]) => {
      const many = members.filter(({ verdict }) => verdict === outcome).length
      return el('td', { class: many === 0 ? 'number zero' : `number ${outcome}` }, many)
    })
    return [`${number} ${title}`, ...cells]
  })
  return scrollingTable(
    'Requirements by section and verdict',
    ['section', ...verdictKeys.map(([outcome]) => outcome)],
    rows,
  )
}
