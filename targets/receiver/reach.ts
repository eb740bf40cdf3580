import { connect } from 'node:net'
import { connectionWords } from '../../conformance/connection-words.ts'
import type { Obstacle } from '../../conformance/events.ts'
import { details } from '../transport/failures.ts'

const TIMEOUT_MS = 5000

/** Checks whether a connection to an address succeeds; sends nothing. */
export async function reach(url: URL): Promise<Obstacle | undefined> {
  const error = await connected(url)
  if (error === undefined) return undefined
  const why =
    error === 'slow' ? `no connection within ${TIMEOUT_MS} ms` : connectionWords(error.code, error.message)
  return { why: `receiver.url: ${why}`, cause: 'network' }
}

/** Checks whether nothing listens at an address. A connection that takes long shows nothing of the kind. */
export async function refuses(url: URL): Promise<boolean> {
  const error = await connected(url)
  return error !== undefined && error !== 'slow'
}

function connected(url: URL): Promise<ReturnType<typeof details> | 'slow' | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (error?: ReturnType<typeof details> | 'slow') => {
      clearTimeout(timer)
      socket.destroy()
      resolve(error)
    }
    const timer = setTimeout(() => end('slow'), TIMEOUT_MS)
    socket.once('connect', () => end())
    socket.once('error', (error) => end(details(error)))
  })
}
