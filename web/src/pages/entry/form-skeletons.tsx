import { Skeleton } from '../../ui/skeleton.tsx'

export function LoginSkeleton() {
  return (
    <div className="grid gap-5">
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-11 rounded-control" />
      <Skeleton className="h-6 w-44 justify-self-center" />
    </div>
  )
}

export function RegisterSkeleton() {
  return (
    <div className="grid gap-4">
      <FieldPairSkeleton />
      <FieldSkeleton />
      <FieldPairSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-11 rounded-control" />
    </div>
  )
}

function FieldPairSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FieldSkeleton />
      <FieldSkeleton />
    </div>
  )
}

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <span className="flex h-[1lh] items-center text-sm">
        <Skeleton className="h-3.5 w-24" />
      </span>
      <Skeleton className="h-11 rounded-control" />
    </div>
  )
}
