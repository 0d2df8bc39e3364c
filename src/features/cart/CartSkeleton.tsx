/** Loading state of the cart. It is as high as two lines, so that nothing jumps when the cart arrives. */
export function CartSkeleton() {
  return (
    <div
      role="status"
      className="flex flex-col gap-4 max-lg:min-h-[85svh] lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-16"
    >
      <span className="visually-hidden">Loading your cart</span>
      <div className="border-ink border-t lg:row-span-2">
        {['first', 'second'].map((line) => (
          <div
            key={line}
            className="border-line grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b py-4 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-6"
          >
            <div className="skeleton aspect-[1/1.1] w-full" />
            <div className="flex flex-col gap-2">
              <div className="skeleton h-6 w-40" />
              <div className="skeleton h-5 w-16" />
              <div className="skeleton mt-auto h-11 w-32" />
            </div>
          </div>
        ))}
      </div>
      <div className="lg:border-ink flex flex-col gap-3 pt-2 lg:border-t lg:pt-6">
        <div className="skeleton h-6 w-full" />
        <div className="skeleton h-6 w-full" />
        <div className="skeleton h-6 w-full" />
      </div>
      <div className="action-bar action-bar-ruled max-lg:mt-auto">
        <div className="skeleton h-10 w-28 lg:h-7 lg:w-full" />
        <div className="skeleton h-12" />
      </div>
    </div>
  );
}
