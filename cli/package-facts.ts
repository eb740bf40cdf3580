import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConformanceError } from '../conformance/errors.ts'

/** Name and version of the suite, from the nearest package.json above this file: in a checkout and in what is built. */
export function packageFacts(): { readonly name: string; readonly version: string } {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    const file = join(folder, 'package.json')
    if (!existsSync(file)) continue
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }
    return { name, version }
  }
  throw new ConformanceError('PACKAGE_INCOMPLETE', 'the package.json of the suite is missing', {
    hint: 'install the suite again',
  })
}
