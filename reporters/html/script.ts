import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const sources = new URL('./browser/', import.meta.url)
const bundler = new URL('./bundle.ts', import.meta.url)
/** In a checkout the bundle is in `dist`; in a package it is beside the modules. */
const built = new URL(existsSync(sources) ? '../../dist/page/' : '../../page/', import.meta.url)

/**
 * Reads the script of the page. It is one bundle, since a page that loads nothing cannot import modules. In a checkout the
 * bundle is made when it is missing or older than its sources; a package contains it.
 */
export function pageScript(): string {
  if (!existsSync(sources)) return readFileSync(new URL(onlyBundle(), built), 'utf8')
  const file = new URL(`${digest()}.js`, built)
  if (!existsSync(file)) bundle(fileURLToPath(file))
  return readFileSync(file, 'utf8')
}

/** Bundles in a process of its own: the bundler is asynchronous, but a report is written synchronously. */
function bundle(file: string): void {
  const [from, to] = [bundler.href, file].map((one) => JSON.stringify(one))
  const program = `import { bundlePage } from ${from}; await bundlePage(${to})`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program])
}

/** A digest of the sources that names the bundle, so that an outdated one is never used. */
function digest(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(sources).sort())
    hash.update(name).update(readFileSync(new URL(name, sources)))
  return hash.digest('hex').slice(0, 16)
}

function onlyBundle(): string {
  const [name] = readdirSync(built)
  if (name === undefined) throw new Error('the package lacks the script of the page')
  return name
}
