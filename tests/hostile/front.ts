import { request } from 'node:http'
import { type Fake, type Handler, type Seen, serve } from './fake.ts'

/** Fate of a request: it is passed on, swallowed, passed on and its answer swallowed, or hung up on. */
export type Fate = 'pass' | 'swallow' | 'swallow the answer' | 'hang up'

/** Stands in front of a platform and decides the fate of every request. */
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

/** A profile with each address in it led through its front. */
export function through(profile: object, fronts: Readonly<Record<string, Fake>>): Record<string, unknown> {
  const text = Object.entries(fronts).reduce(
    (led, [origin, { origin: to }]) => led.replaceAll(`${origin}/`, `${to}/`),
    JSON.stringify(profile),
  )
  return JSON.parse(text) as Record<string, unknown>
}
