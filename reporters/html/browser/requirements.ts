import { count } from '../../prose.ts'
import type { PageRequirement } from '../data.ts'
import { fillChecks } from './checks.ts'
import { isDrawn } from './deliveries.ts'
import { commandLine, el, scrollingTable, verdictBadge } from './dom.ts'
import { verdictKeys } from './overview.ts'
import { data } from './store.ts'

const levels = ['must', 'should', 'observe']

/** Shows every requirement in its section, with filters by verdict, level and text. */
export function requirements() {
  const search = el('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false' })
  const outcomes = verdictKeys.map(([outcome]) => outcome)
  const verdicts = choices('verdict', outcomes)
  const strengths = choices('level', levels)
  const shown = el('p', { role: 'status', class: 'shown' })
  const sections = data.sections.map(({ number, title }) => sectionOf(number, title))
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/)
    let many = 0
    for (const { section, items } of sections) {
      let any = false
      for (const { item, requirement, text } of items) {
        const fits =
          verdicts.allows(requirement.verdict) &&
          strengths.allows(requirement.level) &&
          words.every((word) => text.includes(word))
        item.hidden = !fits
        any ||= fits
        many += fits ? 1 : 0
      }
      section.hidden = !any
    }
    shown.textContent = `${count(many, 'requirement')} of ${data.requirements.length} shown`
  }
  const form = el(
    'form',
    { class: 'filters', role: 'search', 'aria-label': 'Filter requirements' },
    el(
      'div',
      {},
      el('label', { for: 'search' }, 'Text in id, clause, statement or reason (press / to come here)'),
      search,
    ),
    verdicts.field,
    strengths.field,
    shown,
  )
  form.addEventListener('input', () => {
    filter()
    const query = new URLSearchParams([
      ...verdicts.chosen(),
      ...strengths.chosen(),
      ...(search.value === '' ? [] : [['text', search.value]]),
    ])
    history.replaceState(null, '', `#/requirements${query.size === 0 ? '' : `?${query}`}`)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  filter()
  return {
    content: [form, ...sections.map(({ section }) => section)],
    select(query: URLSearchParams) {
      verdicts.choose(query.getAll('verdict'))
      strengths.choose(query.getAll('level'))
      search.value = query.get('text') ?? ''
      filter()
    },
    showAll() {
      this.select(new URLSearchParams())
    },
  }
}

function choices(name: string, values: readonly string[]) {
  const boxes = values.map((value) => el('input', { type: 'checkbox', name, value, checked: true }))
  return {
    field: el(
      'fieldset',
      {},
      el('legend', {}, name),
      ...boxes.map((box) => el('label', {}, box, ' ', box.value)),
    ),
    /** Undefined where all are selected, so that the address stays short. */
    chosen() {
      const on = boxes.filter((box) => box.checked)
      if (on.length === boxes.length) return []
      return on.length === 0 ? [[name, 'none']] : on.map((box) => [name, box.value])
    },
    allows: (value: string) => boxes.some((box) => box.checked && box.value === value),
    choose(wanted: readonly string[]) {
      for (const box of boxes) box.checked = wanted.length === 0 || wanted.includes(box.value)
    },
  }
}

function sectionOf(number: string, title: string) {
  const items = [...data.requirements.entries()]
    .filter(([, requirement]) => requirement.section === number)
    .map(([index, requirement]) => {
      const { id, clause, title: statement, reason } = requirement
      const text = `${id} ${clause} ${statement} ${reason}`.toLowerCase()
      return { item: foldedRequirement(index, requirement), requirement, text }
    })
  const heading = el('h3', {}, `${number} ${title}`)
  return { section: el('section', {}, heading, ...items.map(({ item }) => item)), items }
}

/**
 * Not the requirement id itself: when a page is loaded, browsers move the focus away from the element that the address names.
 */
export function elementId(id: string) {
  return `requirement-${id}`
}

function foldedRequirement(index: number, requirement: PageRequirement) {
  const { id, clause, level, title, verdict } = requirement
  const details = el(
    'details',
    { id: elementId(id), class: 'requirement' },
    el(
      'summary',
      {},
      verdictBadge(verdict),
      ' ',
      el('span', { class: 'clause' }, clause),
      ' ',
      el('span', { class: 'title' }, title),
      ' ',
      el('span', { class: 'level' }, level),
    ),
  )
  details.addEventListener('toggle', () => details.open && showRequirement(details, index, requirement))
  return details
}

/** Fills in a requirement when it is opened for the first time. Packed data follows later. */
export function showRequirement(details: HTMLDetailsElement, index: number, requirement: PageRequirement) {
  if (details.childElementCount > 1) return
  const {
    id,
    clause,
    level,
    title,
    reason,
    key,
    rerun,
    findings = [],
    moreFindings = 0,
    observed,
    readings = [],
    catches = [],
    reproduction,
    notReproduced,
  } = requirement
  const checks = el('div', { class: 'checks', 'aria-busy': true })
  details.append(
    el('p', { class: 'id' }, el('a', { href: `#${encodeURIComponent(id)}` }, el('code', {}, id))),
    el(
      'p',
      { class: 'stated' },
      `Clause ${clause} of the specification, in the words of this suite (${level}): `,
      el('q', {}, title),
    ),
    el('p', {}, reason),
    ...adviceOn(id),
    ...chartLink(id),
    ...(key === undefined
      ? []
      : [el('p', {}, 'The key of the profile that decides this: ', el('code', {}, key))]),
    ...(observed === undefined
      ? []
      : [el('ul', { class: 'observed' }, ...observed.map((what) => el('li', {}, what)))]),
    ...(findings.length === 0 ? [] : [findingTable(findings)]),
    ...(moreFindings === 0
      ? []
      : [el('p', {}, `and ${count(moreFindings, 'more finding')}, see report.json`)]),
    commandLine('re-run', findings[0]?.rerun ?? rerun),
    ...(notReproduced === undefined ? [] : [el('p', {}, `No script reproduces it: ${notReproduced}.`)]),
    ...(reproduction === undefined
      ? []
      : [
          el(
            'p',
            {},
            'A script reproduces it: ',
            el('a', { href: reproduction }, el('code', {}, reproduction)),
          ),
        ]),
    ...counterexamplesOf(id),
    ...(readings.length === 0
      ? []
      : [
          el(
            'p',
            {},
            `It rests on the ${readings.length === 1 ? 'reading' : 'readings'} ${readings.join(', ')} of docs/reference/readings.md.`,
          ),
        ]),
    ...(catches.length === 0
      ? []
      : [
          el('h4', {}, 'Mistakes that it is known to find'),
          el('ul', {}, ...catches.map((what) => el('li', {}, what))),
        ]),
    checks,
  )
  void fillChecks(checks, index, requirement)
}

/** Advice on what to change, for a broken requirement. */
const adviceOn = (id: string) =>
  (data.causes?.find(({ requirements: broken }) => broken.includes(id))?.remedies ?? []).map((remedy) =>
    el('p', { class: 'advice' }, el('strong', {}, 'change: '), remedy),
  )

/** A link to the chart of deliveries, for a requirement on retries. */
function chartLink(id: string) {
  if (!isDrawn(id)) return []
  const href = `#/deliveries?requirement=${encodeURIComponent(id)}`
  return [el('p', {}, el('a', { href }, 'The page Deliveries shows its attempts'))]
}

/** The smallest generated cases for a requirement that no fixed scenario breaks: each step, and the command to run it again. */
function counterexamplesOf(id: string) {
  const own = data.counterexamples?.filter(({ alone }) => alone.includes(id)) ?? []
  return own.flatMap(({ scenario, steps, curl, replay }) => [
    el('h4', {}, 'The smallest case of ', el('code', {}, scenario)),
    el('ol', {}, ...steps.map((step) => el('li', {}, step))),
    ...curl.map((line) => commandLine('curl', line)),
    commandLine('replay', replay),
  ])
}

function findingTable(findings: NonNullable<PageRequirement['findings']>) {
  const isConditioned = findings.some(({ under }) => under !== undefined)
  return scrollingTable(
    'Findings',
    ['expected', 'observed', 'at', ...(isConditioned ? ['under'] : []), 'times', 'scenario'],
    findings.map(({ expected, observed, at, under, times = 1, scenario }) => [
      el('td', { class: 'expected' }, expected),
      el('td', { class: 'seen' }, observed),
      at ?? '',
      ...(isConditioned ? [under ?? ''] : []),
      times,
      data.scenarios[scenario]?.id ?? '',
    ]),
  )
}
