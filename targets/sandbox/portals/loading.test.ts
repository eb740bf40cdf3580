import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url).href
/** Modules that only portals need, below the root of the project. */
const ONLY_PORTALS = /^(targets\/sandbox\/portals|web|node_modules\/(hono|@fastify\/(session|helmet|sse)))\//

/** Starts a sandbox in a process of its own, and says which modules of the portals and their kit were loaded. */
function loaded(options: string): readonly string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
    const { startEmbedded } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})
    const sandbox = await startEmbedded(${options})
    await sandbox.close()
    process.stdout.write(JSON.stringify(urls))`
  const command = ['--input-type=module', '--eval', program]
  const urls: readonly string[] = JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }))
  return urls.map((url) => url.replace(root, '')).filter((url) => ONLY_PORTALS.test(url))
}

test('a sandbox without portals loads nothing of them', () => {
  expect(loaded('{}')).toEqual([])
  expect(loaded('{ portals: { now: Date.now } }').length).toBeGreaterThan(40)
})
