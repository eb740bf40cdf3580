import type { Field, Typed } from './fields.ts'
import { type Html, html } from './html.ts'

/** A form as it is shown. */
export interface FormView {
  readonly action: string
  readonly fields: readonly Field[]
  readonly button: string
  /** Goes back unchanged, unseen. */
  readonly hidden: Readonly<Record<string, string>>
  /** The values that were typed before; passwords are never written back. */
  readonly typed?: Typed
  /** The problems: of a field by its name, and of the whole. */
  readonly problems?: Readonly<Record<string, string>>
  readonly problem?: string
  /** The button destroys something. */
  readonly danger?: boolean
  /** Opens a new section of a page for readers of screens: what the form is for. */
  readonly label?: string
}

/** Draws a form. It works without a script; what is wrong stands beside its field, and what was typed stays. */
export function formOf(view: FormView): Html {
  const { action, fields, button, hidden, problems = {}, problem, danger = false, label } = view
  const id = (name: string) => `${action}-${name}`.replaceAll(/[^\w-]/g, '-')
  const named = label === undefined ? html`` : html` aria-label="${label}"`
  const wrong = fields.filter(({ name }) => problems[name] !== undefined)
  return html`<form method="post" action="${action}" class="${fields.length === 0 ? 'bare' : 'fields'}"${named} novalidate>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${problem === undefined && wrong.length === 0 ? undefined : summary(problem, wrong, problems, id)}
${fields.map((field) => generated(field, id(field.name), view.typed?.[field.name], problems[field.name]))}
<button class="${danger ? 'danger' : 'main'}">${button}</button></form>`
}

function summary(
  problem: string | undefined,
  wrong: readonly Field[],
  problems: Readonly<Record<string, string>>,
  id: (name: string) => string,
): Html {
  const links = wrong.map(
    ({ name, label }) => html`<li><a href="#${id(name)}">${label}</a>: ${problems[name]}</li>`,
  )
  return html`<div class="problem" role="alert" tabindex="-1"><p>${problem ?? 'Correct these fields first.'}</p>${
    links.length === 0 ? undefined : html`<ul>${links}</ul>`
  }</div>`
}

function generated(
  field: Field,
  id: string,
  typed: Typed[string] | undefined,
  problem: string | undefined,
): Html {
  const { label, hint, optional, kind } = field
  const notes = [hint === undefined ? [] : `${id}-hint`, problem === undefined ? [] : `${id}-problem`].flat()
  const about = notes.length === 0 ? html`` : html` aria-describedby="${notes.join(' ')}"`
  const wrong = problem === undefined ? html`` : html` aria-invalid="true"`
  const said = html`${hint === undefined ? undefined : html`<span class="hint" id="${id}-hint">${hint}</span>`}${
    problem === undefined ? undefined : html`<span class="wrong" id="${id}-problem">${problem}</span>`
  }`
  const name = html`${label}${optional ? html` <span class="hint">(optional)</span>` : undefined}`
  if (kind === 'choices')
    return html`<fieldset id="${id}" tabindex="-1"${about}><legend>${name}</legend>${said}${boxes(field, typed)}</fieldset>`
  return html`<p class="field"><label for="${id}">${name}</label>${said}${control(field, id, typed, html`${about}${wrong}`)}</p>`
}

function boxes({ name, options = [] }: Field, typed: Typed[string] | undefined): readonly Html[] {
  const isChosen = (value: string) => (Array.isArray(typed) ? typed.includes(value) : false)
  return options.map(
    ([value, label]) =>
      html`<label class="box"><input type="checkbox" name="${name}" value="${value}"${isChosen(value) ? html` checked` : html``}> ${label}</label>`,
  )
}

function control(field: Field, id: string, typed: Typed[string] | undefined, more: Html): Html {
  const { kind, name, autocomplete, options = [], value: first = '' } = field
  const value = typeof typed === 'string' ? typed : first
  if (kind === 'long')
    return html`<textarea id="${id}" name="${name}" rows="6" spellcheck="false"${more}>${value}</textarea>`
  if (kind === 'choice')
    return html`<select id="${id}" name="${name}"${more}>${options.map(
      ([one, label]) =>
        html`<option value="${one}"${one === value ? html` selected` : html``}>${label}</option>`,
    )}</select>`
  const fills = autocomplete === undefined ? html`` : html` autocomplete="${autocomplete}"`
  // A number is typed as text: the arrows of a browser would change it by accident.
  const type = kind === 'number' ? 'text' : kind
  const kept = kind === 'password' ? '' : value
  return html`<input id="${id}" name="${name}" type="${type}" value="${kept}"${kind === 'number' ? html` inputmode="numeric"` : html``}${fills}${more}>`
}
