export function Logo() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className="size-6.5 shrink-0 fill-none stroke-leaf stroke-[1.9]"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 21V11a8 8 0 0 1 16 0v10Z" />
      <path d="M12 21v-7.5M12 16c-2.7 0-4.2-1.3-4.2-3.9 2.7 0 4.2 1.3 4.2 3.9ZM12 13.6c0-2.6 1.5-3.9 4.2-3.9 0 2.6-1.5 3.9-4.2 3.9Z" />
    </svg>
  )
}
