export function AdvertisementPage() {
  return (
    <>
      <p>You could advertise here. Please consider the following before you do.</p>
      <h2>Reach</h2>
      <p>
        This installation is typically visited by one person, several times a day, mostly to look at a tomato. That
        person already owns the tomato.
      </p>
      <h2>Formats</h2>
      <ul>
        <li>A leaf with your name on it. It wilts within a week, which keeps the campaign short.</li>
        <li>A banner. The place is taken by a joke about a cactus, which performs well.</li>
        <li>Product placement: we can stand your watering can next to ours. Nobody will see it.</li>
      </ul>
      <h2>Prices</h2>
      <p>
        There are no prices, because there are no advertisements. This page exists because every footer has one, and an
        honest page seemed better than an empty place.
      </p>
    </>
  )
}

export function MarketingPage() {
  return (
    <>
      <p>
        Thank you for taking part in our survey. It is anonymous to the point that we never receive it. Please answer
        the questions silently.
      </p>
      <ol>
        <li>How did you hear about Greenhouse? If you installed it yourself, from whom did you hear it, and why?</li>
        <li>On a scale from dry to drowned, how well are your plants watered?</li>
        <li>Would you recommend us to a friend? Does the friend have a greenhouse? Is it heated?</li>
        <li>Which of these describes you best: grower, owner of many sensors, or both and short of sleep?</li>
        <li>What could we do better? Say it aloud. Plants are said to like it.</li>
      </ol>
      <h2>Results so far</h2>
      <p>
        Of all answers received, none were negative. We take great care not to mention how many there were. If you
        really want to be heard, the project’s issue list is a better place.
      </p>
    </>
  )
}
