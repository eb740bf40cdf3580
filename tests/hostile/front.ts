import { request } from 'node:http'
import { type Fake, type Handler, type Seen, serve } from './fake.ts'

/** The fate of a request: it is passed on, swallowed, passed on with its answer swallowed, or the connection is closed. */
export type Fate = 'pass' | 'swallow' | 'swallow the answer' | 'hang up'

/** Starts a proxy before a platform that decides the fate of every request. */
export function front(origin: string, fateOf: (seen: Seen) => Fate = () => 'pass'): Promise<Fake> {
  const handler: Handler = (seen, response) => {
    const fate = fateOf(seen)
    if (fate === 'hang up') response.socket?.destroy()
    if (fate === 'hang up' || fate === 'swallow') return
    const { method, url, headers, body } = seen
    const passed = request(`${origin}${url}`, { method, headers }, (answer) => {
      if (fate === 'pass') answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers))
      else answer.resume()
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  }
  return serve(handler)
}

/** The profile, with each address replaced by that of its proxy. */
export function through(profile: object, fronts: Readonly<Record<string, Fake>>): Record<string, unknown> {
  const text = Object.entries(fronts).reduce(
    (led, [origin, { origin: to }]) => led.replaceAll(`${origin}/`, `${to}/`),
    JSON.stringify(profile),
  )
  return JSON.parse(text) as Record<string, unknown>
}
