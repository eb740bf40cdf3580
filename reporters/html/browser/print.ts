import { el } from './dom.ts'
import { elementId, showRequirement } from './requirements.ts'
import { data } from './store.ts'

/** The largest number of failures that are filled in advance. Data that is unpacked during printing comes too late. */
const MOST_READY = 25

const moved: { readonly details: HTMLDetailsElement; readonly place: Comment; readonly open: boolean }[] = []
const first = el('section', { class: 'print-first', 'aria-label': 'What fails' })

const failing = () =>
  [...data.requirements.entries()].filter(([, { verdict }]) => verdict === 'failed' || verdict === 'warned')

/** Fills in the evidence of the failures. */
export function prepareFailures() {
  for (const [index, requirement] of failing().slice(0, MOST_READY)) {
    const details = document.getElementById(elementId(requirement.id))
    if (details instanceof HTMLDetailsElement) showRequirement(details, index, requirement)
  }
}

/** Moves the failures, opened, to the top of a page. */
export function failuresFirst(page: Element | null | undefined) {
  prepareFailures()
  for (const [index, requirement] of failing()) {
    const details = document.getElementById(elementId(requirement.id))
    if (!(details instanceof HTMLDetailsElement)) continue
    showRequirement(details, index, requirement)
    const place = document.createComment(requirement.id)
    moved.push({ details, place, open: details.open })
    details.before(place)
    details.open = true
    first.append(details)
  }
  page?.querySelector('h2')?.after(first)
}

/** Moves the failures back to their places. */
export function failuresBack() {
  for (const { details, place, open } of moved.splice(0)) {
    place.replaceWith(details)
    details.open = open
  }
  first.remove()
}
