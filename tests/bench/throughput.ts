import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { accessTo, serve, stop } from './children.ts'

// Compares the sandbox with a bare node:http server that answers the same bytes: `npm run bench [-- --seconds 5]`.
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const duration = Number(values.seconds)
const CONNECTIONS = 10

interface Load {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Measures requests per second. Every answer must have the status of the first one. */
async function measure(url: string, { method, headers, body }: Load, status: number): Promise<number> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections: CONNECTIONS,
    duration,
    ...(body === undefined ? {} : { body }),
  })
  const seen = result.statusCodeStats as Record<string, { count: number }>
  const others = Object.keys(seen).filter((code) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0)
    throw new Error(`answers other than ${status}: ${others.join(', ')}; errors: ${result.errors}`)
  return result.requests.average
}

async function compare(base: string, load: Load): Promise<void> {
  const answer = await fetch(`${base}${load.path}`, { ...load, redirect: 'manual' })
  const body = await answer.text()
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  const bare = await serve({ kind: 'bare', status: answer.status, headers, body })
  const ours = await measure(`${base}${load.path}`, load, answer.status)
  const theirs = await measure(`${bare.url}${load.path}`, load, answer.status)
  const row = [load.name.padEnd(14), round(ours), round(theirs), (ours / theirs).toFixed(2).padStart(8)]
  process.stdout.write(`${row.join('')}\n`)
}

const round = (rate: number) => Math.round(rate).toString().padStart(12)

try {
  const sandbox = await serve({ kind: 'sandbox' })
  const { headers } = await accessTo(sandbox)
  const body = JSON.stringify(sandbox.submission)
  const submitted = await fetch(`${sandbox.url}/submit`, { method: 'POST', headers, body })
  const { data } = (await submitted.json()) as { data: { quote_id: string } }

  process.stdout.write(`${CONNECTIONS} connections, ${duration} s each\n`)
  process.stdout.write(
    `${'requests/s'.padEnd(14)}${'sandbox'.padStart(12)}${'bare'.padStart(12)}${'ratio'.padStart(8)}\n`,
  )
  await compare(sandbox.url, { name: 'GET status', method: 'GET', path: `/status/${data.quote_id}`, headers })
  await compare(sandbox.url, { name: 'POST submit', method: 'POST', path: '/submit', headers, body })
} finally {
  stop()
}
