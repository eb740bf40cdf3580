import { defineConfig } from 'vitest/config'

/** Tests that need a real Chromium: `npm run test:browser`. */
const config = defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    // A shared machine may be slow; nothing is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
