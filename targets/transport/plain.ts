import { request } from 'node:http'
import { connectionWords } from '../../conformance/connection-words.ts'
import type { PlainAnswer } from '../../conformance/ports/plain.ts'
import { details } from './failures.ts'

const TIMEOUT_MS = 5000

/**
 * Asks the host of an https address in plain HTTP, at its own port. Where that is 443, it also asks at port 80. The request
 * carries no credentials, so nothing secret is sent unencrypted.
 * @param url https address with the path to ask for
 */
export async function plainAnswers(url: URL): Promise<readonly PlainAnswer[]> {
  const ports = url.port === '' ? [443, 80] : [Number(url.port)]
  return Promise.all(ports.map((port) => ask(url, port)))
}

function ask({ hostname, pathname }: URL, port: number): Promise<PlainAnswer> {
  const host = `${hostname}:${port}`
  return new Promise((resolve) => {
    const asked = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: pathname,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { accept: '*/*', 'user-agent': 'quote-conformance' },
      },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
        answer.destroy()
        resolve({ host, status, ...(type !== undefined && { type }), message: `answered ${status}` })
      },
    )
    asked.once('error', (error) => {
      const { code, message } = details(error)
      resolve({ host, message: connectionWords(code, message) })
    })
    asked.end()
  })
}
