"""Capital and operating expense: training and inference spend by month, cash and amortised."""

from flopwatt.model import at_horizon, earlier, formula, later, pick, total


@formula("plan", unit="USD", symbol="B", source="identity", flow=True, written=False)
def training_spend(all_research_bill, training_start, month_start, month_end):
    """Training bills booked in each month."""
    booked = pick(training_start < month_end, all_research_bill, 0)
    return total(pick(training_start < month_start, 0, booked))


@formula("plan", unit="USD", symbol="S", source="identity", flow=True, written=False)
def inference_spend(product_spend):
    """Inference spend of all products in each month."""
    return total(product_spend)


@formula("plan", unit="USD", symbol="T", source="identity", written=False)
def cumulative_training_spend(all_research_bill, training_start, month_end):
    """All training bills booked by the end of each month, those before the plan included."""
    return total(pick(training_start < month_end, all_research_bill, 0))


@formula("plan", unit="USD", symbol="I", source="identity", written=False)
def cumulative_inference_spend(product_spent):
    """Inference spend of all products from their launch to the end of each month."""
    return total(product_spent)


@formula("plan", unit="USD", symbol="T", source="identity", written=False)
def training_total(cumulative_training_spend):
    """All training spend up to the plan's horizon."""
    return at_horizon(cumulative_training_spend)


@formula("plan", unit="USD", symbol="I", source="identity", written=False)
def inference_total(cumulative_inference_spend):
    """All inference spend up to the plan's horizon."""
    return at_horizon(cumulative_inference_spend)


@formula("plan", unit="%", symbol="q", source="identity", written=False)
def inference_share(inference_total, training_total):
    """Share of inference in all spend up to the plan's horizon."""
    return inference_total / (inference_total + training_total)


@formula("plan", unit="%", symbol="q", source="identity", written=False)
def inference_share_by_month(cumulative_inference_spend, cumulative_training_spend):
    """Share of inference in all spend up to the end of each month."""
    return cumulative_inference_spend / (cumulative_inference_spend + cumulative_training_spend)


@formula("plan", unit="USD", symbol="capex", source="convention#capital", flow=True, written=False)
def capital_expense(training_spend, serving_capital):
    """Capital expense in each month, as cash: training bills, and GPUs owned to serve."""
    return training_spend + serving_capital


@formula("plan", unit="USD", symbol="opex", source="convention#capital", flow=True, written=False)
def operating_expense(inference_spend, fleet_owned_in_bill):
    """Operating expense in each month: inference spend, less what of it is capital by the hour."""
    return inference_spend - total(fleet_owned_in_bill)


@formula("plan", unit="USD", symbol="A_t", source="convention#amortised", flow=True, written=False)
def training_amortised(all_research_bill, training_start, useful_life, month_start, month_end):
    """Training bills, spread evenly over the useful life of what was trained."""
    spread_to = earlier(month_end, training_start + useful_life)
    return total(
        all_research_bill * later(spread_to - later(month_start, training_start), 0) / useful_life
    )


@formula(
    "plan", unit="USD", symbol="amort", source="convention#amortised", flow=True, written=False
)
def amortised_expense(training_amortised, serving_amortised):
    """Capital expense in each month, spread evenly over the life of what was trained or bought."""
    return training_amortised + serving_amortised
