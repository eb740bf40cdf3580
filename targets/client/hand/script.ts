/** Runs in the browser: asks for the state each second and draws what has changed. It inserts texts only, never HTML. */
export const SCRIPT = String.raw`
const $ = (selector) => document.querySelector(selector)
const shown = new Map()
let last
function make(tag, text, className) {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  return element
}
const WORDS = { waits: 'waits for your client', 'goes-on': 'in progress', done: 'done' }
const CREDENTIALS = { own: 'right', none: 'missing', wrong: 'wrong', unknown: 'wrong', expired: 'expired', refused: 'refused' }
const STATES = ['unknown', 'no quote', 'pending', 'ready_to_bind', 'bound', 'issued', 'underwriter_review', 'approved_rate', 'declined', 'failed']

async function send(path, method, body) {
  const answer = await fetch(DESK + path, { method, body })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Copies a text; where the browser forbids that, it selects the text. */
async function copy(button, text, source) {
  const before = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(source)
    button.textContent = 'Selected'
  }
  setTimeout(() => { button.textContent = before }, 1500)
}

function values(set) {
  const table = make('table', undefined, 'values')
  for (const [name, value] of Object.entries(set)) {
    const row = make('tr'), head = make('th'), cell = make('td'), last = make('td')
    head.scope = 'row'
    head.append(make('code', name))
    cell.append(make('code', value))
    const button = make('button', 'Copy')
    button.type = 'button'
    button.setAttribute('aria-label', 'Copy ' + name)
    button.onclick = () => copy(button, value, cell)
    last.append(button)
    row.append(head, cell, last)
    table.append(row)
  }
  const all = make('button', 'Copy all, as lines of a .env file')
  all.type = 'button'
  const quoted = (value) => "'" + value.replaceAll("'", "'\\''") + "'"
  all.onclick = () => copy(all, Object.entries(set).map(([name, value]) => name + '=' + quoted(value)).join('\n') + '\n', table)
  return [table, all]
}

function field(form, label, input, id) {
  const line = make('label', label)
  line.htmlFor = input.id = id
  form.append(line, input)
  return input
}
function choice(...texts) {
  const select = make('select')
  for (const text of texts) select.append(make('option', text))
  return select
}
const file = () => Object.assign(make('input'), { type: 'file', accept: 'application/pdf' })

function entering(session, journey) {
  const form = make('form'), id = (name) => session.name + '-' + name
  const state = field(form, 'State of the quote that it shows', choice(...STATES), id('state'))
  const order = field(form, 'It ended', choice('in order', 'with an error'), id('order'))
  const error = field(form, 'Error that it shows, if any', make('input'), id('error'))
  const files = {}
  if (journey.includes('proposal')) files['proposal.pdf'] = field(form, 'Proposal that it saved', file(), id('proposal'))
  if (journey.includes('policy')) files['policy.pdf'] = field(form, 'Policy that it saved', file(), id('policy'))
  const button = make('button', 'Done', 'main'), problem = make('p', '', 'problem')
  problem.setAttribute('role', 'alert')
  form.append(button)
  form.onsubmit = async (event) => {
    event.preventDefault()
    button.disabled = true
    problem.textContent = ''
    try {
      for (const [name, input] of Object.entries(files))
        if (input.files[0]) await send('/' + session.name + '/files/' + name, 'PUT', input.files[0])
      const none = state.selectedIndex === 1
      if (state.selectedIndex > 0)
        await send('/' + session.name + '/result', 'POST', JSON.stringify({
          quote_id: none ? null : shown.get(session.name).quote,
          quote_status: none ? null : state.value,
          error: error.value || null,
          in_order: order.selectedIndex === 0,
        }))
      await send('/' + session.name + '/done', 'POST')
      soon()
    } catch (failure) {
      problem.textContent = 'This could not be saved: ' + failure.message
    }
    button.disabled = false
  }
  return [form, problem]
}

function open(session, journey) {
  const box = make('details'), summary = make('summary'), state = make('span', '', 'state'), need = make('span', '', 'soft')
  box.dataset.session = session.name
  summary.append(make('b', session.title), need, state)
  const submission = make('a', 'this submission')
  submission.href = DESK + '/' + session.name + '/submission.json'
  submission.download = session.name + '.json'
  const todo = make('p', 'Send ')
  todo.append(submission, ' unchanged with your application, and complete its journey: ' + journey.join(', ') + '.')
  const entered = make('div')
  entered.append(make('h2', '3. Enter'), make('p', 'The suite judges what your application shows only if you enter it here.', 'soft'), ...entering(session, journey))
  const table = make('table', undefined, 'requests'), nothing = make('p', 'Nothing has arrived yet.', 'soft'), ended = make('p')
  const verdict = make('div', '', 'verdict'), own = make('details', undefined, 'own'), also = Object.keys(session.also).length
  own.append(make('summary', 'Own address and credentials, to run several sessions at once'), ...values(session.set))
  const choose = make('button', 'Open this session', 'main')
  choose.type = 'button'
  choose.onclick = (event) => { event.preventDefault(); send('/' + session.name + '/choose', 'POST').then(watchOnce, () => undefined) }
  const setting = also ? [make('p', 'For this session, use these values instead of those above:'), ...values(session.also)] : [make('p', 'This session uses the values above.', 'soft')]
  box.append(summary, choose, make('h2', '1. Set'), ...setting, own, make('h2', '2. Send'), todo, nothing, table, entered, ended, verdict)
  $('main').append(box)
  return { box, state, table, nothing, entered, ended, verdict, need, choose, count: -1 }
}

function arrived(requests) {
  const head = make('tr')
  for (const name of ['Time', 'Request', 'Answer', 'Quote', 'Token', 'Key']) {
    const cell = make('th', name)
    cell.scope = 'col'
    head.append(cell)
  }
  return [head, ...requests.map((one) => {
    const row = make('tr')
    row.append(make('td', new Date(one.at).toLocaleTimeString()), make('td', one.what), make('td', String(one.answered)), make('td', one.state ?? ''))
    for (const mark of one.isToken ? ['', ''] : [one.token, one.key])
      row.append(make('td', CREDENTIALS[mark] ?? mark, mark === 'none' || mark === 'wrong' || mark === 'unknown' ? 'problem' : ''))
    return row
  })]
}

const needed = (sessions) => sessions.filter((session) => session.needed).length
function left(sessions) {
  const many = needed(sessions)
  return many === 0 ? '; a certificate needs no more' : '; a certificate needs ' + many + ' more'
}

/** What the session showed of the client. */
function verdictOf({ passed, breaches, undecided }) {
  const failed = breaches.filter((one) => !one.isWarning).length
  const words = [passed + ' passed', failed + ' failed', ...(breaches.length > failed ? [breaches.length - failed + ' warned'] : []), ...(undecided ? [undecided + ' not decided'] : [])]
  const list = make('ul')
  for (const { requirement, title, isWarning, says } of breaches) {
    const item = make('li')
    item.append(make('b', title, isWarning ? '' : 'problem'), make('div', says), make('code', requirement))
    list.append(item)
  }
  return [make('p', 'Verdict on this session: ' + words.join(', ') + '.', failed ? 'problem' : 'right'), ...(breaches.length ? [list] : [])]
}

function draw({ over, journey, shared, chosen, before, sessions }) {
  last = { over, journey, shared, chosen, before, sessions }
  if ($('#once').childElementCount === 0) $('#once').append(...values(shared))
  const current = sessions.find((session) => session.name === chosen)
  $('#now').textContent = current ? 'Open now: ' + current.title : 'No session is open any more.'
  const count = (state) => sessions.filter((session) => session.state === state).length
  const going = count('goes-on'), done = count('done')
  $('#sum').textContent = (done + before) + ' of ' + (sessions.length + before) + ' sessions are done' + (going ? ', ' + going + ' in progress' : '') + (over === null ? left(sessions) : ': ' + over)
  $('progress').max = sessions.length + before || 1
  $('progress').value = done + before
  for (const session of sessions) {
    const now = shown.get(session.name) ?? open(session, journey)
    shown.set(session.name, now)
    now.state.textContent = WORDS[session.state] + (session.requests.length ? ', ' + session.requests.length + (session.requests.length === 1 ? ' request' : ' requests') : '')
    now.state.className = 'state ' + session.state
    now.entered.hidden = session.state === 'done'
    now.quote = session.quote
    if (session.verdict && now.verdict.childElementCount === 0) now.verdict.append(...verdictOf(session.verdict))
    const isNow = session.name === chosen
    if (isNow && !now.isNow) now.box.open = true
    if (!isNow && now.isNow && session.state !== 'done') now.box.open = false
    now.isNow = isNow
    now.box.classList.toggle('now', isNow)
    now.choose.hidden = isNow || session.state === 'done'
    now.need.textContent = session.state === 'done' || session.needed ? '' : 'not needed for a certificate now'
    now.ended.textContent = session.ended === null ? '' : 'Done: ' + session.ended + '.'
    now.box.hidden = $('#which').value !== 'all' && $('#which').value !== session.state
    if (now.count === session.requests.length) continue
    now.count = session.requests.length
    now.nothing.hidden = now.count > 0
    now.table.hidden = now.count === 0
    now.table.replaceChildren(...arrived(session.requests))
  }
  document.documentElement.dataset.shown = 'yes'
}

$('#which').onchange = () => last && draw(last)
$('#end').onclick = () => {
  const left = last ? last.sessions.filter(({ state }) => state !== 'done').length : 0
  $('#sure p').textContent = left === 0 ? 'All sessions are done.' : left + (left === 1 ? ' session is' : ' sessions are') + ' not done. ' + (needed(last.sessions) === 0 ? 'A certificate needs none of them.' : 'A certificate needs ' + needed(last.sessions) + ' of them: without them the run is incomplete.')
  $('#sure').showModal()
}
$('#sure').onclose = () => { if ($('#sure').returnValue === 'end') send('/end', 'POST').catch(() => undefined) }
/** True while a session is done whose verdict has not come yet. */
const isAwaited = () => last?.sessions.some(({ state, verdict }) => state === 'done' && !verdict)
let next
async function watchOnce() { draw(await (await fetch(DESK + '/state')).json()) }
async function watch() {
  try { await watchOnce() }
  catch {
    $('#sum').textContent = 'The certification has ended, or this page cannot reach it. The terminal names the report.'
    document.documentElement.dataset.ended = 'yes'
  }
  soon(isAwaited() ? 200 : 1000)
}
function soon(delay = 0) {
  clearTimeout(next)
  next = setTimeout(watch, delay)
}
watch()`
