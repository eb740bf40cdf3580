/** @typedef {Node | string | number | undefined | false} Child */

/**
 * Shows text of whatever origin as text: what a browser would hide, or turn the reading direction by, becomes visible.
 * @param {unknown} text
 */
export function visible(text) {
  return String(text).replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/**
 * Puts content into an element; strings become text nodes and nothing else.
 * @param {Element} element
 * @param {readonly (Child | readonly Child[])[]} children
 */
export function fill(element, children) {
  for (const child of children.flat()) {
    if (child === undefined || child === false || child === '') continue
    element.append(child instanceof Node ? child : document.createTextNode(visible(child)))
  }
  return element
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : visible(value))
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  fill(element, children)
  return element
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | readonly Child[])} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  setAttributes(element, attributes)
  fill(element, children)
  return element
}

/**
 * A table that scrolls sideways by itself where it is too wide, reachable by keyboard.
 * @param {string} caption
 * @param {readonly Child[]} head
 * @param {readonly (readonly (Child | HTMLTableCellElement)[])[]} rows the first cell of each names its row
 */
export function table(caption, head, rows) {
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

/**
 * @param {Child | HTMLTableCellElement} content
 * @param {number} index
 */
function cellOf(content, index) {
  if (content instanceof HTMLTableCellElement) return content
  return index === 0 ? el('th', { scope: 'row' }, content) : el('td', {}, content)
}

/** @param {string} verdict */
export function badge(verdict) {
  return el('span', { class: `badge ${verdict}` }, verdict)
}

/** @param {string} id */
export function requirementLink(id) {
  return el('a', { href: `#${encodeURIComponent(id)}` }, el('code', {}, id))
}

/**
 * A line for a shell, with a button that copies it.
 * @param {string} label
 * @param {string} line
 */
export function commandLine(label, line) {
  const button = el('button', { type: 'button', class: 'copy' }, `copy ${label}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(line)
    button.textContent = 'copied'
  })
  const text = el('pre', { class: 'command', tabindex: 0 }, line)
  return el('div', { class: 'line' }, el('span', { class: 'label' }, label), text, button)
}
