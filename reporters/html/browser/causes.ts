import type { ReportedCause } from '../../causes.ts'
import { count } from '../../prose.ts'
import { commandLine, el, requirementLink, verdictBadge } from './dom.ts'
import { data } from './store.ts'

/** The largest number of requirements shown for a cause; the others are collapsed. */
const MOST_LINKS = 6

/** Every cause of failures or of warnings, with the requirements that it breaks. */
export function causeList(verdict: ReportedCause['verdict'], title: string) {
  const own = data.causes?.filter((cause) => cause.verdict === verdict) ?? []
  if (own.length === 0) return []
  return [
    el('h3', {}, `${title}: ${count(own.length, 'cause')}`),
    el('ul', { class: 'breaches' }, ...own.map((cause) => el('li', { class: 'cause' }, ...reported(cause)))),
  ]
}

function reported(cause: ReportedCause) {
  const { verdict, requirements, following = [], expected, observed, differing, at, place } = cause
  const { under = [], odd = [] } = cause
  const ids = [...requirements, ...following]
  const more = differing - observed.length
  return [
    el(
      'p',
      { class: 'head' },
      verdictBadge(verdict),
      ' ',
      ids.length === 1
        ? statement(ids[0])
        : el('strong', {}, `${count(ids.length, 'requirement')}, one cause`),
    ),
    el(
      'dl',
      { class: 'facts' },
      ...fact('expected', el('span', { class: 'expected' }, expected)),
      ...fact('observed', `${observed.join(' · ')}${more > 0 ? ` · and ${more} more` : ''}`),
      ...(at.length === 0 ? [] : fact('where', placeWords(place, at))),
      ...(under.length === 0 ? [] : fact('under', conditionWords(under))),
      ...odd.flatMap((one) => fact('also', `expected ${one.expected}, observed ${one.observed}`)),
      ...(cause.remedies ?? []).flatMap((remedy) => fact('change', remedy)),
      ...fact('seen', seenWords(cause)),
    ),
    ...(ids.length === 1 ? [] : [links(ids)]),
    ...(cause.notReproduced === undefined
      ? []
      : [el('p', {}, `No script reproduces it: ${cause.notReproduced}.`)]),
    ...(cause.reproduction === undefined
      ? []
      : [el('p', {}, 'A script reproduces it: ', el('a', { href: cause.reproduction }, cause.reproduction))]),
    commandLine('re-run', cause.rerun),
  ]
}

const fact = (name: string, value: Node | string) => [el('dt', {}, name), el('dd', {}, value)]

const titleOf = (id: string) => data.requirements.find((one) => one.id === id)?.title ?? ''

const statement = (id = '') => el('span', {}, requirementLink(id), ` ${titleOf(id)}`)

function placeWords(place: string | undefined, at: readonly string[]) {
  const words = place === undefined ? '' : `${place}: `
  return `${words}${at.slice(0, 3).join(', ')}${at.length > 3 ? `, and ${at.length - 3} more` : ''}`
}

/** Conditions have commas of their own. */
const conditionWords = (under: readonly string[]) =>
  `${under.slice(0, 3).join(' · ')}${under.length > 3 ? ` · and ${under.length - 3} more` : ''}`

const seenWords = ({ times, scenarios }: ReportedCause) =>
  `${count(times, 'time')} in ${count(scenarios.length, 'scenario')}: ${scenarios.slice(0, 3).join(', ')}${scenarios.length > 3 ? ', …' : ''}`

function links(ids: readonly string[]) {
  const item = (id: string) => el('li', {}, statement(id))
  if (ids.length <= MOST_LINKS) return el('ul', {}, ...ids.map(item))
  return el(
    'ul',
    {},
    ...ids.slice(0, MOST_LINKS - 1).map(item),
    el(
      'li',
      {},
      el(
        'details',
        {},
        el('summary', {}, `and ${count(ids.length - MOST_LINKS + 1, 'more requirement')}`),
        el('ul', {}, ...ids.slice(MOST_LINKS - 1).map(item)),
      ),
    ),
  )
}
