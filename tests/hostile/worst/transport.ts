import type { ServerResponse } from 'node:http'
import type { Behaviours } from './behaviour.ts'
import { behind, type Change, isQuote, where } from './changing.ts'

/** Writes bytes instead of an HTTP answer, and leaves the connection open or ends it. */
const raw = (bytes: (() => string | Buffer) | string, end = true): Change =>
  where(isQuote, (_, __, response) => {
    const { socket } = response
    socket?.write(typeof bytes === 'string' ? bytes : bytes())
    if (end) socket?.end()
    return undefined
  })

/** Goes on sending as long as the client reads. */
const forEver = (begin: string, more: string, everyMs: number): Change =>
  where(isQuote, (_, __, response) => {
    const { socket } = response
    socket?.write(begin)
    const timer = setInterval(() => socket?.writable && socket.write(more), everyMs)
    socket?.on('close', () => clearInterval(timer))
    return undefined
  })

const status = (code: number, headers: Record<string, string> = {}): Change =>
  where(isQuote, (answered) => ({
    status: code,
    headers: { ...answered.headers, ...headers },
    body: Buffer.from('{}'),
  }))

const some = (change: Change, every: number): Change => {
  let count = 0
  return (answered, seen, response) => {
    count += 1
    return count % every === 0 ? change(answered, seen, response) : answered
  }
}

const withHeaders = (headers: Record<string, string | string[]>): Change =>
  where(isQuote, (answered) => ({ ...answered, headers: { ...answered.headers, ...headers } }))

const many = (count: number, name: (at: number) => string, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), value]))

const trailers: Change = where(isQuote, ({ body }, _, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', trailer: 'x' })
  response.write(body)
  response.addTrailers(many(2000, (at) => `x-trailer-${at}`, 'v'.repeat(50)))
  response.end()
  return undefined
})

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** Answers that are no HTTP, or too much of it. */
export const transport: Behaviours = {
  '10,000 headers': behind([1, 3], { api: withHeaders(many(10_000, (at) => `x-${at}`, 'v')) }),
  '10,000 headers of one name': behind([1, 3], { api: withHeaders({ 'x-many': Array(10_000).fill('v') }) }),
  '10,000 headers everywhere, whole suite': behind([1, 3], {
    api: withHeaders(many(10_000, (at) => `x-${at}`, 'v')),
    scenarios: [],
  }),
  '500 headers': behind([0], { api: withHeaders(many(500, (at) => `x-${at}`, 'v')) }, { right: true }),
  'a header of 1 MB': behind([1, 3], { api: withHeaders({ 'x-long': 'v'.repeat(1e6) }) }),
  'a header of 12 kB': behind([0], { api: withHeaders({ 'x-long': 'v'.repeat(12e3) }) }, { right: true }),
  '100 cookies': behind(
    [0],
    { api: withHeaders({ 'set-cookie': Array(100).fill('a=b; Secure') }) },
    { right: true },
  ),
  'headers in Latin-1': behind([0], { api: withHeaders({ 'x-name': '\xe9\xff\xa0' }) }, { right: true }),
  'long trailers': behind([0, 1, 3], { api: trailers }),
  'trailers without end': behind([1, 3], {
    api: forEver(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, `x-t: ${'v'.repeat(10_000)}\r\n`, 5),
    answer: '1s',
  }),
  'headers without end': behind([1, 3], {
    api: forEver('HTTP/1.1 200 OK\r\n', `x-h: ${'v'.repeat(100)}\r\n`, 1),
    answer: '1s',
  }),
  'one letter of a header each second': behind([1, 3], {
    api: forEver('HTTP/1.1 200 OK\r\nx-slow: ', 'v', 1000),
    answer: '1s',
  }),
  'early hints without end': behind([1, 3], {
    api: forEver('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 1),
    answer: '1s',
  }),
  '10,000 early hints and an answer': behind([0, 1, 3], {
    api: raw(() => `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000)}${OK}content-length: 2\r\n\r\n{}`),
  }),
  'chunks without end': behind([1, 3], {
    api: forEver(`${OK}transfer-encoding: chunked\r\n\r\n`, `1000\r\n${'x'.repeat(4096)}\r\n`, 1),
    answer: '1s',
  }),
  'a chunk that promises 1 TB': behind([1, 3], {
    api: raw(`${OK}transfer-encoding: chunked\r\n\r\nffffffffff\r\nabc`),
  }),
  'a chunk of a negative length': behind([1, 3], {
    api: raw(`${OK}transfer-encoding: chunked\r\n\r\n-5\r\nabc\r\n`),
  }),
  'chunks of one byte': behind([1], {
    api: raw(() => `${OK}transfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(200_000)}0\r\n\r\n`),
  }),
  'a negative length': behind([1, 3], { api: raw(`${OK}content-length: -1\r\n\r\n{}`) }),
  'two lengths': behind([1, 3], { api: raw(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`) }),
  'a length beyond all numbers': behind([1, 3], {
    api: raw(`${OK}content-length: 99999999999999999999\r\n\r\n{}`),
  }),
  'two answers at once': behind([1, 3], {
    api: raw(`${OK}content-length: 2\r\n\r\n{}${OK}content-length: 2\r\n\r\n[]`, false),
  }),
  'status 999': behind([1, 3], { api: raw('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n') }),
  'status 000': behind([1, 3], { api: raw('HTTP/1.1 000 What\r\ncontent-length: 0\r\n\r\n') }),
  'a status without a number': behind([1, 3], { api: raw('HTTP/1.1 OK\r\n\r\n') }),
  'a reason of 200 kB': behind([1, 3], {
    api: raw(() => `HTTP/1.1 200 ${'O'.repeat(200_000)}\r\ncontent-length: 2\r\n\r\n{}`),
  }),
  'HTTP 0.9': behind([1, 3], { api: raw('{"status":"success"}') }),
  'the preface of HTTP/2': behind([1, 3], { api: raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') }),
  'the beginning of TLS': behind([1, 3], { api: raw(() => Buffer.from('1503010002022a', 'hex')) }),
  'zero bytes in the place of headers': behind([1, 3], { api: raw(() => Buffer.alloc(100_000)) }),
  'another protocol': behind([1, 3], {
    api: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n', false),
    answer: '1s',
  }),
  '204 with a body': behind([1, 3], { api: raw('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}') }),
  '304 for everything': behind([1, 3], { api: status(304) }),
  'redirects to itself': behind([1, 3], { api: status(307, { location: '/api/submit' }) }),
  'a redirect to a script': behind([1, 3], { api: status(302, { location: 'javascript:alert(1)//%1b' }) }),
  '429 for ever': behind([3], { api: status(429) }),
  '429 for ever, come back at once': behind([3], { api: status(429, { 'retry-after': '0' }) }),
  '429 for ever, come back in 30 years': behind([3], { api: status(429, { 'retry-after': '999999999' }) }),
  '429 for ever, whole suite': behind([3], { api: status(429), scenarios: [] }),
  '429 for submissions alone': behind([0, 1, 3], {
    api: (answered, seen, response) =>
      seen.url.endsWith('/submit') ? status(429)(answered, seen, response) : answered,
  }),
  // Here a request that gets a 429 is carried out all the same, which shows in binds.
  '429 for every third request': behind([0, 1], { api: some(status(429, { 'retry-after': '0' }), 3) }),
  '503 for ever, come back': behind([1, 3], { api: status(503, { 'retry-after': '1' }) }),
  '500 for everything': behind([3], { api: status(500) }),
  '401 for everything': behind([1, 3], { api: status(401) }),
  '401 for every fifth request': behind([0, 1, 3], { api: some(status(401), 5) }),
}
