#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read: where the running one is too old, it hands over to the `node`
// package that is installed beside the suite.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldest = 24
const self = fileURLToPath(import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= oldest) {
  module.enableCompileCache?.()
  // A checkout has the TypeScript source, a package what was emitted from it.
  const source = new URL('./start.ts', import.meta.url)
  const { start } = await import(
    existsSync(source) ? source.href : new URL('./start.js', import.meta.url).href
  )
  await start()
} else {
  handOver(newerNode())
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
