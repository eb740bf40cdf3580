import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Aside } from '../gateway/gateway.ts'
import type { Desk, Entry } from './desk.ts'
import { page } from './page.ts'

/** Everything that is shown of a run, as the page asks for it again and again. */
const stateOf = (desk: Desk) => ({
  over: desk.over ?? null,
  plays: desk.entries.map(({ name, title, set, state, ended, requests }) => ({
    ...{ name, title, set, state, ended: ended ?? null },
    requests: requests.map(shownRequest),
  })),
})

const shownRequest = ({ operation, request, answer, startedAt }: Entry['requests'][number]) => ({
  at: new Date(startedAt).toISOString().slice(11, 19),
  what: `${request.method} ${operation}`,
  answered: answer === undefined ? 'closed' : answer.status,
  token: request.credentials?.token ?? '',
  key: request.credentials?.key ?? '',
})

/**
 * Serves the page of a run that is driven by hand, below the path of the run.
 *
 * @param path without a slash at the end
 */
export function deskRoutes(path: string, desk: Desk): Aside {
  return (request, response) => {
    const url = request.url?.split('?', 1)[0] ?? ''
    if (url !== path && !url.startsWith(`${path}/desk/`)) return false
    const [name = '', action] = url.slice(path.length + '/desk/'.length).split('/')
    answer({ name, action, url, path, desk }, request, response)
    return true
  }
}

interface Asked {
  readonly name: string
  readonly action: string | undefined
  readonly url: string
  readonly path: string
  readonly desk: Desk
}

function answer(
  { name, action, url, path, desk }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const json = (value: unknown) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value))
  const entry = desk.entries.find((one) => one.name === name)
  if (request.method === 'GET' && url === path)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(`${path}/desk`))
  else if (request.method === 'GET' && name === 'state') json(stateOf(desk))
  else if (request.method === 'GET' && action === 'submission.json' && entry !== undefined)
    json(entry.submission)
  else if (request.method === 'POST' && name === 'end') {
    desk.end('you ended the certification')
    json({ over: true })
  } else if (request.method === 'POST' && action === 'done' && desk.done(name)) json({ done: true })
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.')
}
