import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConformanceError } from '../conformance/errors.ts'

/** Name and version of the suite. */
export function packageFacts(): { readonly name: string; readonly version: string } {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8')
  const { name, version } = JSON.parse(text) as { name: string; version: string }
  return { name, version }
}

/** The folder of the nearest package.json above this file. It works in a checkout and in the built package. */
export function packageFolder(): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  throw new ConformanceError('PACKAGE_INCOMPLETE', 'the package.json of the suite is missing', {
    hint: 'install the suite again',
  })
}
