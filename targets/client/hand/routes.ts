import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { OutsideHandler } from '../gateway/gateway.ts'
import { incoming } from '../gateway/incoming.ts'
import type { Desk, SessionEntry } from './desk.ts'
import { quoteStateIn } from './journey-end.ts'
import { page } from './page.ts'

/** The state of a run for the page, which asks for it again and again. */
function stateOf(desk: Desk) {
  const needed = new Set(desk.needed.map(({ name }) => name))
  return {
    over: desk.over ?? null,
    journey: desk.journey,
    shared: desk.entries[0]?.shared ?? {},
    before:
      desk.verdicts.size - desk.entries.filter(({ scenario }) => desk.verdicts.verdict(scenario)).length,
    chosen: desk.chosen ?? null,
    sessions: desk.entries.map(({ name, scenario, title, set, shared, staged, state, ended, requests }) => ({
      ...{ name, title, set, state, ended: ended ?? null },
      also: Object.fromEntries(Object.entries(staged).filter(([key, value]) => shared[key] !== value)),
      needed: needed.has(name),
      verdict: (state === 'done' && desk.verdicts.verdict(scenario)) || null,
      quote: requests.findLast(({ quoteId }) => quoteId !== undefined)?.quoteId ?? null,
      requests: requests.map(shownRequest),
    })),
  }
}

const shownRequest = ({ operation, request, answer, startedAt }: SessionEntry['requests'][number]) => ({
  at: startedAt,
  what: `${request.method} ${operation}`,
  answered: answer === undefined ? 'connection closed' : answer.status,
  state: answer === undefined ? null : (quoteStateIn(answer) ?? null),
  isToken: operation === 'token',
  token: request.credentials?.token ?? '',
  key: request.credentials?.key ?? '',
})

/**
 * Serves the page of a run that people drive, below the path of the run.
 *
 * @param path without a slash at the end
 */
export function deskRoutes(path: string, desk: Desk): OutsideHandler {
  return (request, response) => {
    const url = request.url?.split('?', 1)[0] ?? ''
    if (url !== path && !url.startsWith(`${path}/desk/`)) return false
    const [name = '', action = '', file = ''] = url.slice(path.length + '/desk/'.length).split('/')
    const asked = { method: request.method ?? '', name, action, file, isPage: url === path, path, desk }
    answer(asked, request, response).catch(() => response.destroy())
    return true
  }
}

interface Asked {
  readonly method: string
  /** The name of a session; or `state` or `end`, which concern the whole run. */
  readonly name: string
  readonly action: string
  readonly file: string
  readonly isPage: boolean
  readonly path: string
  readonly desk: Desk
}

async function answer(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, isPage, path } = asked
  if (method === 'GET' && isPage) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(`${path}/desk`))
    return
  }
  const value = method === 'GET' ? shown(asked) : await handled(asked, request)
  if (value === undefined)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.')
  else
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value))
}

function shown({ name, action, desk }: Asked): unknown {
  if (name === 'state') return stateOf(desk)
  return action === 'submission.json' ? desk.entry(name)?.submission : undefined
}

/** Handles what people report: how a session ended, which file was saved, or that one or all sessions are done. */
async function handled({ name, action, file, desk }: Asked, request: IncomingMessage): Promise<unknown> {
  const { body } = await incoming(request, 0)
  if (name === 'end') {
    desk.end('you ended the certification')
    return { over: true }
  }
  const entry = desk.entry(name)
  if (entry === undefined) return undefined
  if (action === 'choose') return { chosen: desk.choose(name) }
  if (action === 'done') return { done: desk.done(name) }
  if (action === 'result') {
    const reported = parseJson(Buffer.from(body).toString('utf8'))
    if (!isObject(reported)) return undefined
    const { in_order: inOrder, ...result } = reported
    entry.reported = { result, inOrder: inOrder === true }
    return { taken: true }
  }
  if (action !== 'files' || !FILES.has(file)) return undefined
  entry.files.set(file, { name: file, size: body.length, sha256: hash('sha256', body) })
  return { taken: body.length }
}

/** Documents that an application may save. */
const FILES: ReadonlySet<string> = new Set(['proposal.pdf', 'policy.pdf'])
