import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly installed: Installed
  }
}

/** The packed package, installed into an empty project. */
export interface Installed {
  readonly tarball: string
  /** Folder of the empty project. */
  readonly project: string
  /** Node programs by their major versions. The first one runs the tests. */
  readonly nodes: Readonly<Record<string, string>>
  /** A module that refuses connections to other machines. */
  readonly offline: string
}

const root = resolve(import.meta.dirname, '../..')
const OLDEST = '22'

/** Packs the package and installs it, once for all tests. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  const place = (name: string): string => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }
  const packed = place('packed')
  const older = place('node')
  writeFileSync(join(older, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n')
  // One is downloaded while the other is built.
  await Promise.all([
    npm(older, 'install', `node@${OLDEST}`),
    npm(root, 'pack', '--pack-destination', packed),
  ])
  const tarball = join(packed, readdirSync(packed)[0] ?? '')
  const empty = place('project')
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n')
  await npm(empty, 'install', tarball)
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

async function npm(cwd: string, ...words: readonly string[]): Promise<void> {
  const all = [...words, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
  await promisify(execFile)('npm', all, { cwd })
}

/** Prints the size of the package and the number of installed packages. */
function report(tarball: string, project: string): void {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  const count = Object.keys(lock.packages).filter((name) => name !== '').length
  const size = readFileSync(tarball).length / 1e6
  process.stdout.write(`the package: ${size.toFixed(1)} MB packed, ${count} packages installed\n`)
}
