import type { Handler } from './fake.ts'

/** Ways of answering that cause trouble to every HTTP client. */

export const html: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome!</body></html>')
}

/** Promises more bytes than it sends. */
export const cutShort: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
  response.write('{"status":"success","data":{"quote_status":"ready_to_bind"', () => response.destroy())
}

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

/** White space is a valid beginning of JSON. */
export const hundredMegabytes: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = 100
  const more = () => {
    while (left > 0) {
      if (response.destroyed) return
      left -= 1
      if (!response.write(MEGABYTE)) {
        response.once('drain', more)
        return
      }
    }
    response.end('{}')
  }
  more()
}

/** Sends one byte a second, as long as the client reads. */
export const dribble: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
  const timer = setInterval(() => response.write(' '), 1000)
  response.on('close', () => clearInterval(timer))
}

export const reset: Handler = (_, response) => {
  response.socket?.resetAndDestroy()
}

export const silent: Handler = () => undefined

/** Redirects the request with its method and body. */
export const redirectTo =
  (origin: string): Handler =>
  ({ url }, response) => {
    response.writeHead(307, { location: `${origin}${url}` }).end()
  }

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`>${text}`).toString('base64url'),
  (text) => JSON.stringify(JSON.stringify(text)),
]

/** Repeats everything that it received, in many forms: in headers, as JSON, and in a fake PDF. */
export const echo: Handler = ({ method, url, headers, body }, response) => {
  const reported = [headers.authorization, headers['x-integration-key'], url, body].map(String)
  const guises = reported.flatMap((text) => encodings.map((encode) => encode(text)))
  const text = JSON.stringify({ method, url, headers, body, guises, array: [{ client_secret: body }] })
  const isDocument = /quote-preview|proposal|policy/.test(url)
  reported.slice(0, 2).forEach((value, index) => {
    response.setHeader(`x-echo-${index}`, value)
    response.setHeader(`x-echo-base64-${index}`, Buffer.from(value).toString('base64'))
  })
  response.setHeader('content-type', isDocument ? 'application/pdf' : 'application/json')
  response.writeHead(200).end(isDocument ? `%PDF-1.7\n${text}` : text)
}
