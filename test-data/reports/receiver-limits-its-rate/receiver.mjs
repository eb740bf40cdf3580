// A right receiver with a fixed-window limit of 120 requests a minute per address, as gateways put before webhook routes.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const [, , port = '5104', perMinute = '120', header = 'yes'] = process.argv
const SECRETS = ['whsec_example_new', 'whsec_example_old'],
  seen = new Set(),
  effects = []
let windowStart = Date.now(),
  count = 0
createServer((req, res) => {
  const answer = (s, v, h = {}) => {
    const b = JSON.stringify(v)
    res.writeHead(s, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(b), ...h })
    res.end(b)
  }
  if (req.method === 'GET') return answer(200, effects)
  const now = Date.now()
  if (now - windowStart >= 60000) {
    windowStart = now
    count = 0
  }
  if (++count > +perMinute) {
    req.resume()
    return req.on('end', () =>
      answer(
        429,
        { error: 'too many requests' },
        header === 'yes' ? { 'retry-after': String(Math.ceil((windowStart + 60000 - now) / 1000)) } : {},
      ),
    )
  }
  const parts = []
  req.on('data', (c) => parts.push(c))
  req.on('end', () => {
    const id = req.headers['event-id'],
      t = req.headers.timestamp,
      sig = req.headers['x-platform-signature']
    if (!id || !t || typeof sig !== 'string') return answer(401, {})
    const given = Buffer.from(sig.toLowerCase(), 'latin1')
    const ok = SECRETS.some((k) => {
      const want = Buffer.from(
        createHmac('sha256', k).update(`${id}.${t}.`, 'latin1').update(Buffer.concat(parts)).digest('hex'),
      )
      return want.length === given.length && timingSafeEqual(want, given)
    })
    if (!ok) return answer(401, {})
    if (!seen.has(id)) {
      seen.add(id)
      effects.push(id)
    }
    answer(200, {})
  })
}).listen(+port, '127.0.0.1')
