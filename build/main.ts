import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundlePage } from '../reporters/html/bundle.ts'
import { bundleModules } from './bundle.ts'
import { copyData } from './data.ts'
import { pruneDeclarations } from './declarations.ts'

/** Builds the contents of the npm package: `npm run build`, and before every `npm pack`. */
const root = resolve(import.meta.dirname, '..')
const out = join(root, 'dist/lib')

rmSync(out, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', import.meta.dirname], {
  stdio: 'inherit',
})
await bundleModules(out)
copyData(root, out)
await bundlePage(join(out, 'page/page.js'))
pruneDeclarations(out, ['api/index.d.ts', 'api/vitest.d.ts'])
