// Stands in front of a sandbox and puts a byte order mark before every JSON answer, as some frameworks and saved files do.
//   node front.mjs SANDBOX_ORIGIN PORT
import { createServer, request } from 'node:http'

const [, , origin, port] = process.argv
createServer((incoming, outgoing) => {
  const { hostname, port: to } = new URL(origin)
  const onward = request(
    {
      hostname,
      port: to,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    },
    (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const isJson = /json/.test(answer.headers['content-type'] ?? '')
        const body = Buffer.concat([...(isJson ? [Buffer.from('\ufeff')] : []), ...parts])
        const { 'transfer-encoding': _, ...headers } = answer.headers
        outgoing.writeHead(answer.statusCode, { ...headers, 'content-length': body.length }).end(body)
      })
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}).listen(Number(port), '127.0.0.1')
