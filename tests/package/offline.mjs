import net from 'node:net'

// A machine without a network: only the loopback address can be reached.
const connect = net.Socket.prototype.connect
const local = new Set(['127.0.0.1', 'localhost', '::1', undefined])

net.Socket.prototype.connect = function (...words) {
  const [first] = Array.isArray(words[0]) ? words[0] : words
  if (first?.path === undefined && !local.has(first?.host)) throw new Error(`offline: ${first?.host}`)
  return connect.apply(this, words)
}
