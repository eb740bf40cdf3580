import { count } from '../../prose.ts'
import { deliveries, openChart } from './deliveries.ts'
import { documents } from './documents.ts'
import { el } from './dom.ts'
import { showObservations, unexercised } from './open-points.ts'
import { overview } from './overview.ts'
import { failuresBack, failuresFirst, prepareFailures } from './print.ts'
import { elementId, requirements } from './requirements.ts'
import { states } from './states.ts'
import { data } from './store.ts'

const list = requirements()

const pages: readonly { id: string; title: string; there: boolean; draw(): (Node | string)[] }[] = [
  { id: 'overview', title: 'Overview', there: true, draw: overview },
  { id: 'requirements', title: 'Requirements', there: true, draw: () => list.content },
  { id: 'states', title: 'States', there: data.lifecycle !== undefined, draw: states },
  { id: 'documents', title: 'Documents', there: data.documents !== undefined, draw: documents },
  { id: 'deliveries', title: 'Deliveries', there: data.deliveries !== undefined, draw: deliveries },
  { id: 'observations', title: 'Observations', there: data.summary.observed > 0, draw: showObservations },
  { id: 'not-exercised', title: 'Not exercised', there: data.summary.notExercised > 0, draw: unexercised },
].filter(({ there }) => there)

const sections = new Map(
  pages.map((page) => [
    page.id,
    el(
      'section',
      { id: `page-${page.id}`, class: 'page', hidden: true, 'aria-labelledby': `title-${page.id}` },
      el('h2', { id: `title-${page.id}`, tabindex: -1 }, page.title),
    ),
  ]),
)
const links = new Map(pages.map(({ id, title }) => [id, el('a', { href: `#/${id}` }, title)]))

function draw(id: string) {
  const [page, section] = [pages.find((one) => one.id === id), sections.get(id)]
  if (page !== undefined && section?.childElementCount === 1) section.append(...page.draw())
}

/** Shows one page and hides the others. */
function turnTo(id: string, focus: boolean) {
  draw(id)
  for (const [name, section] of sections) section.hidden = name !== id
  for (const [name, link] of links) {
    if (name === id) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (focus) document.getElementById(`title-${id}`)?.focus()
}

/** Shows what the address names: `#/documents` is a page, `#bind-answers-202` a requirement. */
function follow(focus: boolean) {
  const hash = location.hash.slice(1)
  const [path = '', query = ''] = hash.split('?', 2)
  const page = pages.find(({ id }) => path === `/${id}`)
  if (page !== undefined) {
    turnTo(page.id, focus)
    const asked = new URLSearchParams(query)
    if (page.id === 'requirements' && hash.includes('?')) list.select(asked)
    if (page.id === 'deliveries') openChart(asked.get('requirement') ?? '')
    return
  }
  if (!openRequirement(decoded(hash))) turnTo('overview', focus && hash !== '')
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function openRequirement(id: string) {
  if (!data.requirements.some((requirement) => requirement.id === id)) return false
  turnTo('requirements', false)
  const details = document.getElementById(elementId(id))
  if (!(details instanceof HTMLDetailsElement)) return false
  if (details.hidden) list.showAll()
  details.open = true
  const summary = details.querySelector('summary')
  summary?.focus()
  summary?.scrollIntoView({ block: 'start' })
  return true
}

function shortcut(event: KeyboardEvent) {
  const typing = event.target instanceof HTMLInputElement && event.target.type === 'search'
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  turnTo('requirements', false)
  document.getElementById('search')?.focus()
}

const main = el('main', { id: 'main' }, ...sections.values())
document
  .getElementById('app')
  ?.append(
    el(
      'header',
      {},
      el('a', { class: 'skip', href: '#/requirements' }, 'Skip to the requirements'),
      el('h1', {}, `${data.target.name}: ${data.word}`),
      el('nav', { 'aria-label': 'Pages' }, ...links.values()),
    ),
    main,
    el(
      'footer',
      {},
      el(
        'p',
        {},
        `${data.suite.name} ${data.suite.version}, ${count(data.requirements.length, 'requirement')}, seed ${data.seed}`,
      ),
    ),
  )
addEventListener('hashchange', () => follow(true))
addEventListener('beforeprint', () => {
  for (const { id } of pages) draw(id)
  failuresFirst(list.content[0]?.parentElement)
})
addEventListener('afterprint', failuresBack)
addEventListener('keydown', shortcut)
follow(false)
// Done once the page is complete, so that a print has the evidence too. Not every browser says when it is idle.
setTimeout(() => {
  draw('requirements')
  prepareFailures()
}, 100)
document.documentElement.dataset.shown = 'true'
