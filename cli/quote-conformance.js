#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read: where the running one is too old, it hands over to the `node`
// package that is installed beside the suite.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)
// A checkout has the TypeScript source, a package what was emitted from it. Node 22 runs only the second.
const source = new URL('./start.ts', import.meta.url)
const emitted = new URL('../dist/lib/cli/start.js', import.meta.url)
const [start, oldest] = existsSync(source) ? [source, '24.0'] : [emitted, '22.19']

if (isNew(process.versions.node)) {
  module.enableCompileCache?.()
  const cache = module.getCompileCacheDir?.()
  // Threads do not take it over by themselves.
  if (cache !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(cache)
  await (await import(start.href)).start()
} else {
  handOver(newerNode())
}

/** @param {string} version */
function isNew(version) {
  const [[major, minor], [leastMajor, leastMinor]] = [version, oldest].map((one) =>
    one.split('.').map(Number),
  )
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function newerNode() {
  try {
    const found = join(dirname(module.createRequire(self).resolve('node/package.json')), 'bin', 'node')
    if (existsSync(found)) return found
  } catch {
    // Not installed; said below.
  }
  process.stderr.write(
    `quote-conformance: needs Node ${oldest} or later, and this is ${process.version}; install it, or run npm install\n`,
  )
  return process.exit(3)
}

/** @param {string} node */
function handOver(node) {
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)))
  }
  child.on('error', (error) => {
    process.stderr.write(`quote-conformance: ${error.message}\n`)
    process.exit(3)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 3)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
