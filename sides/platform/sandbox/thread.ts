import module from 'node:module'

// A thread has no compile cache of its own accord, even where the process that starts it has one.
module.enableCompileCache()
await import('./serving.ts')
