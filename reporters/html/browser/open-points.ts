import { count } from '../../prose.ts'
import { el, requirementLink } from './dom.ts'
import { data } from './store.ts'

/** Shows how the target behaves where the specification leaves its behaviour open. */
export function showObservations() {
  const seen = data.requirements.filter(({ verdict }) => verdict === 'observed')
  return [
    el(
      'p',
      {},
      `Where the specification says nothing, ${data.target.name} does this. None of it is a breach, but a later change of it may matter.`,
    ),
    ...data.sections.flatMap(({ number, title }) => {
      const members = seen.filter(({ section }) => section === number)
      if (members.length === 0) return []
      return [
        el('h3', {}, `${number} ${title}`),
        el(
          'dl',
          { class: 'open-points' },
          ...members.flatMap(({ id, clause, title: statement, observed = [], reason }) => [
            el('dt', {}, el('span', { class: 'clause' }, clause), ` ${statement} `, requirementLink(id)),
            ...(observed.length > 0 ? observed : [reason]).map((what) => el('dd', {}, what)),
          ]),
        ),
      ]
    }),
  ]
}

/** Shows the requirements that were not exercised, with the profile key that would make them so. */
export function unexercised() {
  const missing = data.requirements.filter(({ verdict }) => verdict === 'not-exercised')
  const keyed = Map.groupBy(
    missing.filter(({ key }) => key !== undefined),
    ({ key }) => String(key),
  )
  const others = Map.groupBy(
    missing.filter(({ key }) => key === undefined),
    ({ reason }) => reason,
  )
  const group = (heading: HTMLElement, members: typeof missing) => [
    heading,
    el('p', {}, count(members.length, 'requirement')),
    el(
      'ul',
      {},
      ...members.map(({ id, clause, title, reason }) =>
        el('li', {}, requirementLink(id), ` (${clause}): ${title}`, el('p', {}, reason)),
      ),
    ),
  ]
  return [
    el('p', {}, 'Not exercised is never counted as passed.'),
    ...[...keyed].flatMap(([key, members]) =>
      group(el('h3', {}, 'Profile key ', el('code', {}, key)), members),
    ),
    ...[...others].flatMap(([reason, members]) => group(el('h3', {}, reason), members)),
    ...leftCircumstances(),
  ]
}

/** Shows the circumstances that the run left out. No verdict says anything about them. */
function leftCircumstances() {
  const left = (data.coverage ?? []).flatMap(({ scenario, left: some = [] }) =>
    some.map(({ circumstance, why }) => el('li', {}, `${circumstance}, in ${scenario}: ${why}`)),
  )
  if (left.length === 0) return []
  const heading = el('h3', {}, 'Circumstances that were left out')
  return [heading, el('p', {}, 'No verdict says anything about them.'), el('ul', {}, ...left)]
}
