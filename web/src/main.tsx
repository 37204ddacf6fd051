import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchExceptions } from './lib/error-reports.ts'
import { registerServiceWorker } from './lib/service-worker-registration.ts'
import './styles/app.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root')
const reactRoot = createRoot(root)
// A transition is drawn in short tasks, so that a phone responds to touch while the application starts.
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

watchExceptions()
if (import.meta.env.PROD) void registerServiceWorker()
