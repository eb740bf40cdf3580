import { el } from './dom.ts'
import { elementId, show } from './requirements.ts'
import { data } from './store.ts'

/** So many are made ready before anybody asks for them: what is packed is unpacked too late for a page that is being printed. */
const MOST_READY = 25

const moved: { readonly details: HTMLDetailsElement; readonly place: Comment; readonly open: boolean }[] = []
const first = el('section', { class: 'print-first', 'aria-label': 'What fails' })

const failing = () =>
  [...data.requirements.entries()].filter(([, { verdict }]) => verdict === 'failed' || verdict === 'warned')

/** Fills the failures with their evidence. */
export function prepareFailures() {
  for (const [index, requirement] of failing().slice(0, MOST_READY)) {
    const details = document.getElementById(elementId(requirement.id))
    if (details instanceof HTMLDetailsElement) show(details, index, requirement)
  }
}

/** Puts the failures, opened, before everything else of a page. */
export function failuresFirst(page: Element | null | undefined) {
  prepareFailures()
  for (const [index, requirement] of failing()) {
    const details = document.getElementById(elementId(requirement.id))
    if (!(details instanceof HTMLDetailsElement)) continue
    show(details, index, requirement)
    const place = document.createComment(requirement.id)
    moved.push({ details, place, open: details.open })
    details.before(place)
    details.open = true
    first.append(details)
  }
  page?.querySelector('h2')?.after(first)
}

/** Puts them back to where they were. */
export function failuresBack() {
  for (const { details, place, open } of moved.splice(0)) {
    place.replaceWith(details)
    details.open = open
  }
  first.remove()
}
