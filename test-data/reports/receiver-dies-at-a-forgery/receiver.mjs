// Guards the length of the hex text, decodes it, and compares: 64 characters that are no hex decode to fewer bytes, and the comparison throws.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port = '5107', store = 'effects.txt'] = process.argv
const SECRETS = ['whsec_example_new', 'whsec_example_old']
const effects = existsSync(store) ? readFileSync(store, 'utf8').split('\n').filter(Boolean) : [],
  seen = new Set(effects)
createServer((req, res) => {
  const answer = (s, v) => {
    const b = JSON.stringify(v)
    res.writeHead(s, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(b) })
    res.end(b)
  }
  if (req.method === 'GET') return answer(200, effects)
  const parts = []
  req.on('data', (c) => parts.push(c))
  req.on('end', () => {
    const id = req.headers['event-id'],
      t = req.headers.timestamp,
      sig = req.headers['x-platform-signature']
    if (!id || !t || typeof sig !== 'string' || sig.length !== 64) return answer(401, {})
    const ok = SECRETS.some((k) =>
      timingSafeEqual(
        createHmac('sha256', k).update(`${id}.${t}.`, 'latin1').update(Buffer.concat(parts)).digest(),
        Buffer.from(sig, 'hex'),
      ),
    )
    if (!ok) return answer(401, {})
    if (!seen.has(id)) {
      seen.add(id)
      effects.push(id)
      appendFileSync(store, `${id}\n`)
    }
    answer(200, {})
  })
}).listen(+port, '127.0.0.1')
