const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #1f2328; background: #fff }
h1 { font-size: 1.4rem } details { border: 1px solid #d0d7de; border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: baseline } summary b { flex: 1; font-weight: 600 }
.state { font-size: .85rem; border-radius: 1rem; padding: 0 .6rem; background: #eaeef2; color: #1f2328 } .goes-on { background: #fff3c4 } .done { background: #cdeccf }
table { border-collapse: collapse; width: 100%; font-size: .9rem } td, th { text-align: left; padding: .15rem .75rem .15rem 0; vertical-align: top }
code, pre { font: .85rem/1.5 ui-monospace, monospace } pre { background: #f6f8fa; color: #1f2328; padding: .75rem; overflow: auto } button, select, input { font: inherit; padding: .1rem .5rem } label { display: block; margin: .25rem 0 }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117 } details { border-color: #30363d } pre { background: #161b22; color: #e6edf3 } a { color: #58a6ff } }`

/** Runs in the browser: asks for the state each second and draws what has changed, from texts only. */
const SCRIPT = `
const main = document.querySelector('main')
const shown = new Map()
const make = (tag, text, className) => {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  return element
}
const words = { waits: 'waits for your client', 'goes-on': 'goes on', done: 'done' }
function open(play) {
  const box = make('details'), summary = make('summary'), state = make('span', '', 'state')
  box.dataset.play = play.name
  summary.append(make('b', play.title), state)
  const lines = Object.entries(play.set).map(([name, value]) => name + "='" + value + "'").join('\\n')
  const submission = make('a', 'this submission')
  submission.href = DESK + '/' + play.name + '/submission.json'
  const todo = make('p', 'Give your client these values, let it send ')
  todo.append(submission, ' and go on to the end of its journey.')
  const form = make('form'), done = make('button', 'This play is done')
  const field = (label, input) => {
    const line = make('label', label + ' ')
    line.append(input)
    form.append(line)
    return input
  }
  const choice = (...texts) => {
    const select = make('select')
    for (const text of texts) select.append(make('option', text))
    return select
  }
  const file = () => Object.assign(make('input'), { type: 'file', accept: 'application/pdf' })
  const state_of = field('The state of the quote that your application shows', choice('nobody knows', 'no quote', 'pending', 'ready_to_bind', 'bound', 'issued', 'underwriter_review', 'approved_rate', 'declined', 'failed'))
  const order = field('It ended', choice('in order', 'with an error'))
  const error = field('The error that it shows, if any', make('input'))
  const files = { 'proposal.pdf': field('The proposal that it saved', file()), 'policy.pdf': field('The policy that it saved', file()) }
  form.append(done)
  form.onsubmit = async (event) => {
    event.preventDefault()
    const url = DESK + '/' + play.name
    for (const [name, input] of Object.entries(files))
      if (input.files[0]) await fetch(url + '/files/' + name, { method: 'PUT', body: input.files[0] })
    const submitted = (shown.get(play.name) || {}).quote
    if (state_of.selectedIndex > 0)
      await fetch(url + '/result', { method: 'POST', body: JSON.stringify({
        quote_id: state_of.selectedIndex === 1 ? null : submitted,
        quote_status: state_of.selectedIndex === 1 ? null : state_of.value,
        error: error.value || null,
        in_order: order.selectedIndex === 0,
      }) })
    await fetch(url + '/done', { method: 'POST' })
  }
  const table = make('table'), ended = make('p')
  box.append(summary, todo, make('pre', lines), form, ended, table)
  main.append(box)
  return { box, state, table, ended, form, count: -1 }
}
function draw({ over, plays }) {
  const finished = plays.filter(({ state }) => state === 'done').length
  document.querySelector('#sum').textContent = finished + ' of ' + plays.length + ' plays are done' + (over === null ? '' : ': ' + over)
  for (const play of plays) {
    const now = shown.get(play.name) ?? open(play)
    shown.set(play.name, now)
    now.state.textContent = words[play.state] + (play.requests.length ? ', ' + play.requests.length + ' requests' : '')
    now.state.className = 'state ' + play.state
    now.form.hidden = play.state === 'done'
    now.quote = play.quote
    now.ended.textContent = play.ended === null ? '' : 'Done: ' + play.ended + '.'
    if (now.count === play.requests.length) continue
    now.count = play.requests.length
    const head = make('tr')
    for (const name of ['time', 'request', 'answered', 'token', 'key']) head.append(make('th', name))
    now.table.replaceChildren(head, ...play.requests.map((one) => {
      const row = make('tr')
      for (const text of [one.at, one.what, one.answered, one.token, one.key]) row.append(make('td', String(text)))
      return row
    }))
  }
  document.documentElement.dataset.drawn = 'yes'
}
document.querySelector('#end').onclick = () => fetch(DESK + '/end', { method: 'POST' })
async function watch() {
  try { draw(await (await fetch(DESK + '/state')).json()) }
  catch { document.querySelector('#sum').textContent = 'The certification has ended; its report is where the terminal says.'; return }
  setTimeout(watch, 1000)
}
watch()`

/**
 * The page of a run that is driven by hand.
 *
 * @param desk where its script asks for the state
 */
export const page = (desk: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Certification of a client</title><style>${STYLE}</style></head><body>
<h1>Certification of a client</h1>
<p>Each play is a platform of its own, with an address and credentials of its own. Play them in any order, several at once if you like. A play is done
when its journey has ended and nothing comes any more, or when you say so. What your application makes of it can only be judged where you tell it below.</p>
<p><span id="sum" role="status"></span> <button id="end">End the certification</button></p>
<main></main>
<script>const DESK = ${JSON.stringify(desk)};${SCRIPT}</script>
</body></html>
`
