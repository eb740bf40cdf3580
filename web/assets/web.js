// What is pleasant with a script. Every page works without it: forms are sent, links are followed.

const note = document.getElementById('live-note')
/** Where a page that changes by itself learns of changes. */
const { liveFrom } = document.body.dataset

/** Says something to readers of screens. */
function say(text) {
  if (note) note.textContent = text
}

/** Shows the buttons that copy. They do nothing without a script, so they are hidden until then. */
function showCopyButtons(within) {
  for (const button of within.querySelectorAll('[data-copy]')) button.hidden = false
}

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!button) return
  const text = button.previousElementSibling?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    say('Copied')
  } catch {
    button.textContent = 'Select and copy by hand'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
})

/** The same form as the server writes. */
function lasting(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** When each countdown ends, by this page's own time. */
const ends = new WeakMap()
function countDown() {
  for (const one of document.querySelectorAll('[data-left]')) {
    if (!ends.has(one)) ends.set(one, performance.now() + Number(one.dataset.left))
    one.textContent = lasting(ends.get(one) - performance.now())
  }
}

/** A part is not replaced while somebody types in it. */
const isTypedIn = (part) =>
  part.contains(document.activeElement) && document.activeElement.matches('input, select, textarea')

/** A part is not replaced between press and release either: the browser would take that for no click. */
let [pressed, heldBack] = [null, false]
document.addEventListener('pointerdown', ({ target }) => {
  pressed = target
})
for (const end of ['pointerup', 'pointercancel'])
  document.addEventListener(end, () => {
    // The click comes right after the release, and before this.
    setTimeout(() => {
      pressed = null
      if (heldBack) void refresh()
      heldBack = false
    })
  })

/** The elements of a part that may have the focus and are for the same as a given one. */
function alike(part, one) {
  const purpose = ({ localName, parentElement, form, attributes }) =>
    [
      localName,
      parentElement.id,
      form?.action,
      attributes.href?.value,
      attributes['aria-label']?.value,
    ].join()
  return [...part.querySelectorAll('a, button, summary, [tabindex]')].filter(
    (other) => purpose(other) === purpose(one),
  )
}

/** The live parts as the server drew them last: countdowns and buttons change them here. */
const generated = new Map()
/** Each drawing of a form has a token of its own, and the older one stays good. */
const drawnAs = (part) => part.innerHTML.replaceAll(/ name="_csrf" value="[^"]*"/g, '')
for (const part of document.querySelectorAll('[data-live]')) generated.set(part.id, drawnAs(part))

/** Replaces the live parts of this page by those of a newer one; what is open stays open, and focus stays. */
function replaceParts(newer) {
  let changed = 0
  for (const part of document.querySelectorAll('[data-live]')) {
    const other = newer.getElementById(part.id)
    if (!other || isTypedIn(part) || generated.get(part.id) === drawnAs(other)) continue
    if (part.contains(pressed)) {
      heldBack = true
      continue
    }
    generated.set(part.id, drawnAs(other))
    const open = [...part.querySelectorAll('details[open][id]')].map(({ id }) => id)
    const focused = part.contains(document.activeElement) ? document.activeElement : undefined
    const place = focused ? alike(part, focused).indexOf(focused) : -1
    const fresh = document.importNode(other, true)
    part.replaceWith(fresh)
    for (const id of open) document.getElementById(id)?.setAttribute('open', '')
    showCopyButtons(fresh)
    if (focused) alike(fresh, focused)[place]?.focus({ preventScroll: true })
    changed += 1
  }
  if (changed > 0) say('This page has changed')
}

let [refreshing, again] = [false, false]
async function refresh() {
  if (refreshing) {
    again = true
    return
  }
  refreshing = true
  try {
    // A refresh shows no notice, so the server keeps it for the next page.
    const answer = await fetch(location.href, { headers: { accept: 'text/html', 'x-refresh': 'true' } })
    if (answer.ok && !answer.redirected)
      replaceParts(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    // The stream connects again by itself, and then asks for the page once more.
  }
  refreshing = false
  if (again) {
    again = false
    await refresh()
  }
}

function listen(address) {
  const stream = new EventSource(address)
  stream.addEventListener('changed', () => void refresh())
  // Whatever happened between the drawing of the page and the connection is seen at once.
  stream.addEventListener('connected', () => void refresh())
  stream.addEventListener('open', () => document.documentElement.setAttribute('data-connected', ''))
  stream.addEventListener('error', () => document.documentElement.removeAttribute('data-connected'))
  addEventListener('pagehide', () => stream.close())
}

showCopyButtons(document)
document.querySelector('.problem')?.focus()
setInterval(countDown, 500)
if (liveFrom) listen(liveFrom)
