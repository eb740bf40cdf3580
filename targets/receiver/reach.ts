import { connect } from 'node:net'
import { connectionWords } from '../../conformance/connection-words.ts'
import type { Obstacle } from '../../conformance/events.ts'
import { details } from '../transport/failures.ts'

const TIMEOUT_MS = 5000

/** Checks whether a connection to an address succeeds; sends nothing. */
export function reach(url: URL): Promise<Obstacle | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (why?: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(why === undefined ? undefined : { why: `receiver.url: ${why}`, cause: 'network' })
    }
    const timer = setTimeout(() => end(`no connection within ${TIMEOUT_MS} ms`), TIMEOUT_MS)
    socket.once('connect', () => end())
    socket.once('error', (error) => {
      const { code, message } = details(error)
      end(connectionWords(code, message))
    })
  })
}
