import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly installed: Installed
  }
}

/** The package, packed, and installed into an empty project. */
export interface Installed {
  readonly tarball: string
  /** Folder of the empty project. */
  readonly project: string
  /** Programs of Node by their major versions; the first one runs the tests. */
  readonly nodes: Readonly<Record<string, string>>
  /** A module that refuses connections to other machines. */
  readonly offline: string
}

const root = resolve(import.meta.dirname, '../..')
const OLDEST = '22'

/** Packs the package and installs it, once for all tests. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  const place = (name: string): string => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }
  const packed = place('packed')
  npm(root, 'pack', '--pack-destination', packed)
  const tarball = join(packed, readdirSync(packed)[0] ?? '')
  const empty = place('project')
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n')
  npm(empty, 'install', tarball)
  const older = place('node')
  writeFileSync(join(older, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n')
  npm(older, 'install', `node@${OLDEST}`)
  const [major = ''] = process.versions.node.split('.')
  project.provide('installed', {
    tarball,
    project: empty,
    nodes: { [major]: process.execPath, [OLDEST]: join(older, 'node_modules/node/bin/node') },
    offline: join(import.meta.dirname, 'offline.mjs'),
  })
  report(tarball, empty)
  return () => rmSync(folder, { recursive: true, force: true })
}

function npm(cwd: string, ...words: readonly string[]): void {
  execFileSync('npm', [...words, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Prints how big the package is and how many come with it. */
function report(tarball: string, project: string): void {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  const count = Object.keys(lock.packages).filter((name) => name !== '').length
  const size = readFileSync(tarball).length / 1e6
  process.stdout.write(`the package: ${size.toFixed(1)} MB packed, ${count} packages installed\n`)
}
