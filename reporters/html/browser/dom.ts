import { visible } from '../../../conformance/visible.ts'

export type Child = Node | string | number | undefined | false

/** Makes text from any source visible, line by line: a browser hides some characters, and others change the reading direction. */
const shown = (text: unknown) =>
  String(text)
    .split(/([\n\t])/)
    .map((part) => (part === '\n' || part === '\t' ? part : visible(part)))
    .join('')

/** Adds content to an element. Strings become text nodes, never markup. */
function fill(element: Element, children: readonly (Child | readonly Child[])[]) {
  for (const child of children.flat()) {
    if (child === undefined || child === false || child === '') continue
    element.append(child instanceof Node ? child : document.createTextNode(shown(child)))
  }
  return element
}

function setAttributes(element: Element, attributes: Record<string, unknown>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : shown(value))
  }
}

export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, unknown> = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  fill(element, children)
  return element
}

export function svg(
  tag: string,
  attributes: Record<string, unknown> = {},
  ...children: (Child | readonly Child[])[]
) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  setAttributes(element, attributes)
  fill(element, children)
  return element
}

/** A table that scrolls sideways where it is too wide, also by keyboard. */
export function scrollingTable(
  caption: string,
  head: readonly Child[],
  rows: readonly (readonly (Child | HTMLTableCellElement)[])[],
) {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    el(
      'table',
      {},
      el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
      el('tbody', {}, ...rows.map((cells) => el('tr', {}, ...cells.map(cellOf)))),
    ),
  )
}

function cellOf(content: Child | HTMLTableCellElement, index: number) {
  if (content instanceof HTMLTableCellElement) return content
  return index === 0 ? el('th', { scope: 'row' }, content) : el('td', {}, content)
}

export function verdictBadge(verdict: string) {
  return el('span', { class: `badge ${verdict}` }, verdict)
}

export function requirementLink(id: string) {
  return el('a', { href: `#${encodeURIComponent(id)}` }, el('code', {}, id))
}

/** A shell command, with a button that copies it. */
export function commandLine(label: string, line: string) {
  const button = el('button', { type: 'button', class: 'copy' }, `copy ${label}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(line)
    button.textContent = 'copied'
  })
  const text = el('pre', { class: 'command', tabindex: 0 }, line)
  return el('div', { class: 'line' }, el('span', { class: 'label' }, label), text, button)
}
